import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** How long an answer to /readyz holds for those who ask next, in milliseconds. */
const readyFor = 1_000;

/** How long /readyz itself waits for the database, in milliseconds. */
const patience = 3_000;

/**
 * /healthz: the process is up. /readyz: it takes calls and reaches its database; a Redis that is away is told beside it.
 * However many ask, it looks once a second.
 */
export function reportHealth(app: FastifyInstance, deps: Deps): void {
  let looked: { at: number; ready: ReturnType<Deps['checkReady']> } | undefined;
  const checkReady = () => {
    if (!looked || Date.now() - looked.at > readyFor) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error('the database does not answer')), patience);
      const ready = Promise.race([deps.checkReady(), late]).finally(() => clearTimeout(timer));
      looked = { at: Date.now(), ready };
    }
    return looked.ready;
  };
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
