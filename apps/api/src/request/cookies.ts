import { isToken } from '@kith/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

const sessionCookie = 'kith_session';

/** Held by the browser that signed in with a provider and has yet to choose a username. */
export const pendingCookie = 'kith_pending';

/** Marks a browser that logged in to an account before, so that limits treat it more kindly. It is no credential. */
export const deviceCookie = 'kith_device';

/** Held by a browser that has just changed something: its lists are read where that was written, not from a replica. */
const wroteCookie = 'kith_wrote';
/** Longer than a replica may be behind, in seconds. */
const wroteSeconds = 5;

const isSecure = (deps: Deps): boolean => deps.settings.publicUrl.startsWith('https:');

export const cookieAttributes = (deps: Deps) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(deps),
});

/** Browsers take a cookie of this prefix from this very host over https alone: no neighbouring host can plant one. */
const prefix = '__Host-';

export const cookieName = (deps: Deps, name: string): string => (isSecure(deps) ? prefix + name : name);

/** A cookie under its name of today, or the one that it had before the prefix: members stay logged in over the upgrade. */
export const formerlyNamed = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[prefix + name] ?? request.cookies[name];

/** Puts the session in the browser's cookie, or takes it away. */
export function setSessionCookie(
  deps: Deps,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
): void {
  const name = cookieName(deps, sessionCookie);
  if (session) reply.setCookie(name, session.token, { ...cookieAttributes(deps), expires: session.expiresAt });
  else reply.clearCookie(name, cookieAttributes(deps));
  if (name !== sessionCookie) reply.clearCookie(sessionCookie, cookieAttributes(deps));
}

export function setWroteCookie(deps: Deps, reply: FastifyReply): void {
  reply.setCookie(cookieName(deps, wroteCookie), '1', { ...cookieAttributes(deps), maxAge: wroteSeconds });
}

/**
 * Whether a request may be answered from a replica: of a browser that has changed nothing just now. Who has no cookies cannot
 * tell, and reads where it is written.
 */
export const mayReadFromReplica = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  formerlyNamed(request, sessionCookie) !== undefined &&
  formerlyNamed(request, wroteCookie) === undefined &&
  bearer(request) === undefined;

const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** A session in the browser's cookie; a program's token is none. */
function fromCookie(request: FastifyRequest): string | undefined {
  const token = formerlyNamed(request, sessionCookie);
  return token !== undefined && !isToken(token) ? token : undefined;
}

/** What the caller comes with: `Authorization: Bearer`, or the cookie. */
export const credential = (request: FastifyRequest): string | undefined => bearer(request) ?? fromCookie(request);

/** Extends the session cookie to the renewed expiry. A bearer token has no cookie to extend. */
export function renewSessionCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply, expiresAt: Date): void {
  const token = formerlyNamed(request, sessionCookie);
  if (token !== undefined && bearer(request) === undefined) setSessionCookie(deps, reply, { token, expiresAt });
}
