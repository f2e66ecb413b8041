import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { setWroteCookie } from '../request/cookies.ts';

/** Where lists are read from a replica, marks the browsers that change something, so that they see at once what they did. */
export function markWriters(app: FastifyInstance, deps: Deps): void {
  if (!deps.reading) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') setWroteCookie(deps, reply);
    done();
  });
}
