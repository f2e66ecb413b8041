import { readiness } from '@kith/platform';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * /healthz: the process is up. /readyz: it takes calls and reaches its database; a Redis that is away is told beside it.
 * However many ask, it looks once a second.
 */
export function reportHealth(app: FastifyInstance, deps: Deps): void {
  const checkReady = readiness(() => deps.checkReady());
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (deps.departure.begun) return reply.code(503).send({ status: 'stopping' });
    try {
      return { status: 'ready', ...(await checkReady()) };
    } catch (error) {
      deps.domain.log.error({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '1').send({ status: 'not ready' });
    }
  });
}
