import { appRouter } from '@kith/trpc';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { answerCalls } from './calls.ts';
import { answerStream } from './stream.ts';

/** The most calls one batch may hold. */
const batchSize = 20;

const streams = new Set(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([, { _def }]) => _def.type === 'subscription')
    .map(([path]) => path),
);

/**
 * Serves the procedures under /trpc, without tRPC's Fastify adapter: it converts everything into fetch Requests and Responses,
 * which costs twice the processor time and, for a stream, four times the memory. See docs/decisions/013.
 */
export async function serveTrpc(app: FastifyInstance, deps: Deps): Promise<void> {
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { path } = request.params;
      if (request.method === 'GET' && streams.has(path)) return answerStream(deps, request, reply, path);
      return answerCalls(deps, request, reply, path.split(','), batchSize);
    },
  });
}
