import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { setRecentWriteCookie } from '../request/cookies.ts';

/**
 * If lists are read from a replica, marks browsers that have just written, so that they read their own writes from the primary.
 */
export function markRecentWriters(app: FastifyInstance, deps: Deps): void {
  if (!deps.replica) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') setRecentWriteCookie(deps, reply);
    done();
  });
}
