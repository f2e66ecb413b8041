import { readiness } from '@kith/platform';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { allEndpoints } from '../rest/endpoint.ts';
import { safeMethods } from './origin.ts';

/**
 * Serves /healthz, which reports that the process is up, and /readyz, which reports that the process accepts calls and reaches
 * its database, with a note if Redis is unavailable. Checks run at most once a second, however many probes ask.
 */
export function reportHealth(app: FastifyInstance, deps: Deps): void {
  const checkReady = readiness(() => deps.checkReady());
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (deps.shutdown.begun) return reply.code(503).send({ status: 'stopping' });
    try {
      return { status: 'ready', ...(await checkReady()) };
    } catch (error) {
      deps.domain.log.error({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '1').send({ status: 'not ready' });
    }
  });
}

const writingLittle: ReadonlySet<string> = new Set(
  allEndpoints.flatMap(({ meta }) => (meta.writesLittle && meta.rest) || []),
);

/** Refuses writes while the disk is full. Those of tRPC are refused in its own format. */
export function refuseWritesOnFullDisk(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async ({ method, url, routeOptions }) => {
    if (safeMethods.has(method) || url.startsWith('/trpc/')) return;
    deps.requireSpace(writingLittle.has(`${method} ${routeOptions.url}`));
  });
}
