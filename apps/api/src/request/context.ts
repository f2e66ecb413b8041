import type { Watching } from '@kith/contracts';
import type { ResolvedSession } from '@kith/domain';
import type { Browser, RequestContext } from '@kith/trpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { rateLimitAddress } from './address.ts';
import {
  challengeCookie,
  cookieAttributes,
  cookieName,
  cookieOf,
  credential,
  knownDevice,
  mayReadFromReplica,
  pendingCookie,
  renewSessionCookie,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookie,
} from './cookies.ts';

class RequestBrowser implements Browser {
  readonly #deps: Deps;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #session: ResolvedSession | null;

  constructor(deps: Deps, request: FastifyRequest, reply: FastifyReply, session: ResolvedSession | null) {
    this.#deps = deps;
    this.#request = request;
    this.#reply = reply;
    this.#session = session;
  }

  get address() {
    return rateLimitAddress(this.#request.ip);
  }

  get device() {
    return this.#request.headers['user-agent'] ?? '';
  }

  get pendingToken() {
    return cookieOf(this.#deps, this.#request, pendingCookie) ?? null;
  }

  get challenge() {
    return cookieOf(this.#deps, this.#request, challengeCookie) ?? null;
  }

  get knownDevice() {
    return knownDevice(this.#deps, this.#request);
  }

  get signIn() {
    const { passwordSignIn, google, developmentSignIn } = this.#deps.settings;
    return { password: passwordSignIn, google: google !== null || developmentSignIn, standIn: developmentSignIn };
  }

  setSessionCookie(next: { token: string; expiresAt: Date } | null): void {
    if (this.#session) this.#deps.sessions.evict(this.#session.sessionId);
    setSessionCookie(this.#deps, this.#reply, next);
  }

  renewSessionCookie(): void {
    if (this.#session) renewSessionCookie(this.#deps, this.#request, this.#reply, this.#session.expiresAt);
  }

  setKnownDevice(device: { token: string; expiresAt: Date }): void {
    setDeviceCookie(this.#deps, this.#reply, device);
  }

  setChallenge(challenge: string | null): void {
    setChallengeCookie(this.#deps, this.#reply, challenge);
  }

  clearPending(): void {
    this.#reply.clearCookie(cookieName(this.#deps, pendingCookie), cookieAttributes(this.#deps));
  }

  watch(session: ResolvedSession, { streamId, ...watched }: Watching): void {
    this.#deps.streams.watch(session.userId, streamId, watched);
  }
}

const callerOf = async (deps: Deps, request: FastifyRequest): Promise<ResolvedSession | null> => {
  const given = credential(deps, request);
  return given === undefined ? null : deps.sessions.resolve(given, rateLimitAddress(request.ip));
};

/**
 * The session of the request's cookie or bearer header; null if there is no valid session, or the credential is an access token.
 */
export async function sessionOf(deps: Deps, request: FastifyRequest): Promise<ResolvedSession | null> {
  const caller = await callerOf(deps, request);
  return caller?.token ? null : caller;
}

/** The context of a procedure call. Procedures check the scopes of a token. */
export async function requestContext(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const session = await callerOf(deps, request);
  const browser = new RequestBrowser(deps, request, reply, session);
  if (session?.renewed) browser.renewSessionCookie();
  const domain = deps.replica && mayReadFromReplica(deps, request) ? deps.replica.domain : deps.domain;
  return { domain, session, browser };
}
