import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** /healthz: the process is up. /readyz: it reaches its database and queue. */
export function reportHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await deps.checkReady();
      return { status: 'ready' };
    } catch (error) {
      deps.domain.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
}
