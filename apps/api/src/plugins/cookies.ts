import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

export const sessionCookie = 'kith_session';

/** Held by the browser that signed in with a provider and has yet to choose a username. */
export const pendingCookie = 'kith_pending';

export const cookieAttributes = (deps: Deps) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: deps.settings.publicUrl.startsWith('https:'),
});

/** Puts the session in the browser's cookie, or takes it away. */
export function setSessionCookie(
  deps: Deps,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
): void {
  if (session) reply.setCookie(sessionCookie, session.token, { ...cookieAttributes(deps), expires: session.expiresAt });
  else reply.clearCookie(sessionCookie, cookieAttributes(deps));
}

/** The caller's token: `Authorization: Bearer`, or the cookie. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const [, bearer] = /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return bearer ?? request.cookies[sessionCookie];
}
