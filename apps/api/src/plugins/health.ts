import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** How long an answer to /readyz holds for those who ask next, in milliseconds. */
const readyFor = 1_000;

/** /healthz: the process is up. /readyz: it reaches its database and queue; however many ask, it looks once a second. */
export function reportHealth(app: FastifyInstance, deps: Deps): void {
  let looked: { at: number; ready: Promise<void> } | undefined;
  const checkReady = () => {
    if (!looked || Date.now() - looked.at > readyFor) looked = { at: Date.now(), ready: deps.checkReady() };
    return looked.ready;
  };
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await checkReady();
      return { status: 'ready' };
    } catch (error) {
      deps.domain.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
}
