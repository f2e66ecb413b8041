import { procedures } from '@kith/trpc';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ObserveCall } from '../plugins/metrics.ts';
import { answerCalls } from './calls.ts';
import { answerStream } from './stream.ts';

/**
 * Serves the procedures under /trpc without tRPC's Fastify adapter, which converts everything into fetch Requests and Responses
 * at twice the CPU time and, for a stream, four times the memory. See docs/decisions/013.
 */
export async function serveTrpc(app: FastifyInstance, deps: Deps, observe?: ObserveCall): Promise<void> {
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { path } = request.params;
      if (request.method === 'GET' && procedures.get(path)?.type === 'subscription')
        return answerStream(deps, request, reply, path);
      return answerCalls(deps, request, reply, path.split(','), observe);
    },
  });
}
