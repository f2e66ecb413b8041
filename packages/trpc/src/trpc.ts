import { Refusal } from '@kith/domain';
import { initTRPC } from '@trpc/server';
import type { RequestContext } from './context.ts';
import { toFailure, toTrpcError } from './failure.ts';

const t = initTRPC.context<RequestContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const { status, ...kith } = toFailure(error);
    return { ...shape, message: kith.message, data: { code: shape.data.code, httpStatus: status, kith } };
  },
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
});

/** Anybody may call it. */
export const open = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof Refusal) throw toTrpcError(result.error.cause);
  return result;
});

/** Only a signed-in member may call it; `ctx.actor` is who. */
export const signedIn = open.use(({ ctx, next }) => {
  if (!ctx.session) throw new Refusal('unauthenticated');
  return next({ ctx: { ...ctx, actor: ctx.session } });
});

export const { router, createCallerFactory } = t;
