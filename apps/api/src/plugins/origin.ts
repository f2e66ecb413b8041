import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reached in development under another of this machine's names. Any other name could be a stranger's that points here. */
function isThisMachine(origin: string, host: string | undefined): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url !== null && url.host === host && loopback.has(url.hostname);
}

/**
 * Warns when a proxy stands before us that TRUST_PROXY does not name: then all users come from its address, and share
 * what one address may do.
 */
export function noticeProxy(app: FastifyInstance, deps: Deps): void {
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

/** Refuses what another site's page sends in a user's name: a browser always names its Origin on a change. */
export function guardOrigin(app: FastifyInstance, deps: Deps): void {
  const { publicUrl, production } = deps.settings;
  const own = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, host } = request.headers;
    if (safe.has(request.method) || origin === undefined || origin === own) return done();
    if (!production && isThisMachine(origin, host)) return done();
    // A user's browser that is refused here was led to an address that PUBLIC_URL does not name.
    deps.domain.log.warn({ origin: origin.slice(0, 200), expected: own }, 'refused a request from another site');
    reply.code(403).send({ success: false, message: 'This request came from another site', code: 'foreign-origin' });
  });
}
