import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses what another site's page sends in a member's name: a browser always names its Origin on a change. */
export function guardOrigin(app: FastifyInstance, deps: Deps): void {
  const own = new URL(deps.settings.publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, host } = request.headers;
    if (safe.has(request.method) || origin === undefined || origin === own) return done();
    // Reached under another of its own names, as 127.0.0.1 for localhost: a page cannot choose the Host it sends.
    if (URL.canParse(origin) && new URL(origin).host === host) return done();
    reply.code(403).send({ success: false, message: 'This request came from another site', code: 'foreign-origin' });
  });
}
