import { Refusal } from '@kith/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { rateLimitAddress } from '../request/address.ts';
import { credential } from '../request/cookies.ts';
import { isByToken } from './cors.ts';

/** The methods of requests that write nothing. */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * For development only: whether the origin has the request's host and a loopback name of this machine. Any other host name
 * could be an attacker's that resolves to this machine (DNS rebinding).
 */
function isThisMachine(origin: string, host: string | undefined): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url !== null && url.host === host && loopback.has(url.hostname);
}

/**
 * Warns about a proxy that is missing in TRUST_PROXY: every request then seems to come from the proxy's address, and all members
 * share one rate limit.
 */
export function warnAboutProxy(app: FastifyInstance, deps: Deps): void {
  if (deps.settings.trustProxy.length > 0) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined)
      deps.domain.log.warn(
        { proxy: request.socket.remoteAddress },
        'requests come through a proxy and TRUST_PROXY is empty: all members count as one address',
      );
    done();
  });
}

/**
 * Prevents cross-site request forgery: refuses writes whose Origin is not Kith's own, because browsers always send it with
 * writes. Calls with a bearer token pass only if the token is valid, so that no page can make its visitors' browsers guess
 * passwords.
 */
export function guardOrigin(app: FastifyInstance, deps: Deps): void {
  const { publicUrl, production } = deps.settings;
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers;
    if (safeMethods.has(request.method) || origin === undefined || origin === ownOrigin) return;
    if (!production && isThisMachine(origin, host)) return;
    if (isByToken(request)) {
      if (await deps.sessions.resolve(credential(deps, request) ?? '', rateLimitAddress(request.ip))) return;
      throw new Refusal('unauthenticated');
    }
    // This is logged for the operator, because members who use an address other than PUBLIC_URL are refused too.
    deps.domain.log.warn({ origin: origin.slice(0, 200), expected: ownOrigin }, 'refused a request from another site');
    return reply
      .code(403)
      .send({ success: false, message: 'This request came from another site', code: 'foreign-origin' });
  });
}
