import { isAccessToken } from '@kith/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

const sessionCookie = 'kith_session';

/** The cookie of a browser that signed in with a provider and has yet to choose a username. */
export const pendingCookie = 'kith_pending';

/** The cookie of a browser that has signed in with a password or a provider, and has yet to enter a second factor. */
export const challengeCookie = 'kith_challenge';

/**
 * The cookie that identifies a browser that logged in to an account before. Log-ins from it have more lenient limits. It is not a
 * credential.
 */
const deviceCookie = 'kith_device';

/** The cookie of a browser that has just written: its lists are read from the primary and not from a replica. */
const recentWriteCookie = 'kith_wrote';
/** How long the cookie `kith_wrote` lasts, in seconds: longer than a replica may lag. */
const recentWriteSeconds = 5;

const isSecure = (deps: Deps): boolean => deps.settings.publicUrl.startsWith('https:');

export const cookieAttributes = (deps: Deps) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(deps),
});

/** Browsers accept a cookie with this prefix only from this host over https, so no neighbouring host can set it. */
const prefix = '__Host-';

export const cookieName = (deps: Deps, name: string): string => (isSecure(deps) ? prefix + name : name);

export const cookieOf = (deps: Deps, request: FastifyRequest, name: string): string | undefined =>
  request.cookies[cookieName(deps, name)];

/** Sets the session cookie, or deletes it. */
export function setSessionCookie(
  deps: Deps,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
): void {
  const name = cookieName(deps, sessionCookie);
  if (session) reply.setCookie(name, session.token, { ...cookieAttributes(deps), expires: session.expiresAt });
  else reply.clearCookie(name, cookieAttributes(deps));
}

/** The token by which accounts recognise a browser that logged in to them before; null if the browser has none. */
export function knownDevice(deps: Deps, request: FastifyRequest): string | null {
  const token = cookieOf(deps, request, deviceCookie);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

export function setDeviceCookie(
  deps: Deps,
  reply: FastifyReply,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  reply.setCookie(cookieName(deps, deviceCookie), token, { ...cookieAttributes(deps), expires: expiresAt });
}

/** Sets the cookie of a log-in that waits for a second factor, or deletes it. */
export function setChallengeCookie(deps: Deps, reply: FastifyReply, challenge: string | null): void {
  const name = cookieName(deps, challengeCookie);
  if (challenge === null) reply.clearCookie(name, cookieAttributes(deps));
  else reply.setCookie(name, challenge, { ...cookieAttributes(deps), maxAge: 600 });
}

export function setRecentWriteCookie(deps: Deps, reply: FastifyReply): void {
  reply.setCookie(cookieName(deps, recentWriteCookie), '1', { ...cookieAttributes(deps), maxAge: recentWriteSeconds });
}

/**
 * Whether a request may read from a replica: the browser has not written recently. A client without cookies reads from the
 * primary.
 */
export const mayReadFromReplica = (deps: Deps, request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  cookieOf(deps, request, sessionCookie) !== undefined &&
  cookieOf(deps, request, recentWriteCookie) === undefined &&
  bearer(request) === undefined;

const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** The session token in the cookie. An access token in the cookie is not accepted. */
function fromCookie(deps: Deps, request: FastifyRequest): string | undefined {
  const token = cookieOf(deps, request, sessionCookie);
  return token !== undefined && !isAccessToken(token) ? token : undefined;
}

/** The caller's credential: `Authorization: Bearer`, or the cookie. */
export const credential = (deps: Deps, request: FastifyRequest): string | undefined =>
  bearer(request) ?? fromCookie(deps, request);

/** Renews the session cookie; does nothing for a call with a bearer token. */
export function renewSessionCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply, expiresAt: Date): void {
  const token = cookieOf(deps, request, sessionCookie);
  if (token !== undefined && bearer(request) === undefined) setSessionCookie(deps, reply, { token, expiresAt });
}
