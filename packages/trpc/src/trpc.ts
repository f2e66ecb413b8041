import { allCalls, limit, memberLimits, Refusal } from '@kith/domain';
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
export const open = t.procedure.use(async ({ ctx, next }) => {
  const refused = (error: unknown) => ({ ok: false as const, error: toTrpcError(error), marker: undefined as never });
  try {
    await limit(ctx.domain, allCalls, ctx.session ? `member:${ctx.session.userId}` : ctx.address);
  } catch (error) {
    return refused(error);
  }
  const result = await next();
  return !result.ok && result.error.cause instanceof Refusal ? refused(result.error.cause) : result;
});

/** Only a signed-in member may call it; `ctx.actor` is who. */
export const signedIn = open.use(({ ctx, next }) => {
  if (!ctx.session) throw new Refusal('unauthenticated');
  return next({ ctx: { ...ctx, actor: ctx.session } });
});

/** A member may call it so often. Calls of a batch count one by one. */
export const limited = (rule: keyof typeof memberLimits) =>
  signedIn.use(async ({ ctx, next }) => {
    await limit(ctx.domain, memberLimits[rule], `member:${ctx.actor.userId}`);
    return next();
  });

export const { router, createCallerFactory } = t;
