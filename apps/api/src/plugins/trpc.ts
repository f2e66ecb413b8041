import { appRouter, toFailure } from '@kith/trpc';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { requestContext } from './requestContext.ts';

/** The most calls one batch may hold. */
export const batchSize = 20;

/** Serves the procedures under /trpc. */
export async function serveTrpc(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: batchSize,
      createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) => requestContext(deps, req, res),
      onError: ({ error, path }: { error: Error; path?: string | undefined }) => {
        const failure = toFailure(error);
        if (failure.status >= 500) deps.domain.log.error({ err: error.cause ?? error, path }, 'call failed');
      },
      responseMeta: ({ errors }: { errors: readonly Error[] }) => {
        const waits = errors.map((error) => toFailure(error).retryAfterSeconds ?? 0);
        const longest = Math.max(0, ...waits);
        return longest > 0 ? { headers: { 'retry-after': String(longest) } } : {};
      },
    },
  });
}
