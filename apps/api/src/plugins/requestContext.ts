import type { RequestContext } from '@kith/trpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitAddress } from '../address.ts';
import type { Deps } from '../deps.ts';
import { cookieAttributes, pendingCookie, sessionToken, setSessionCookie } from './cookies.ts';

/** What the procedures get to know of a request. */
export async function requestContext(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const token = sessionToken(request);
  const session = token === undefined ? null : await deps.sessions.resolve(token);
  return {
    domain: deps.domain,
    session,
    address: limitAddress(request.ip),
    device: request.headers['user-agent'] ?? '',
    setSessionCookie: (next) => {
      if (next === null && session) deps.sessions.forget(session.sessionId);
      setSessionCookie(deps, reply, next);
    },
    pendingToken: request.cookies[pendingCookie] ?? null,
    clearPending: () => void reply.clearCookie(pendingCookie, cookieAttributes(deps)),
    signIn: {
      password: deps.settings.passwordSignIn,
      google: deps.settings.google !== null || deps.settings.developmentSignIn,
      standIn: deps.settings.developmentSignIn,
    },
    openStream: (session, signal) => deps.streams.open(session, signal),
  };
}
