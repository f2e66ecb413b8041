import {
  allCalls,
  limit,
  limitAdding,
  limitMember,
  Refusal,
  type ResolvedSession,
  requireScope,
  type unconfirmedLimits,
  userLimits,
} from '@kith/domain';
import { initTRPC, TRPCError } from '@trpc/server';
import type { RequestContext } from './context.ts';
import { toFailure, toTrpcError } from './failure.ts';

/** The interval of pings on streams, and the silence after which a browser reconnects. */
export const sse = { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } };

const t = initTRPC.context<RequestContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const { status, ...kith } = toFailure(error);
    return { ...shape, message: kith.message, data: { code: shape.data.code, httpStatus: status, kith } };
  },
  sse,
});

const failedWith = (error: unknown) => ({ ok: false as const, error: toTrpcError(error), marker: undefined as never });

/** If a refusal of the domain caused the error of a result, replaces the error by the tRPC error for that refusal. */
const withRefusal = <R extends { ok: boolean }>(result: R) =>
  'error' in result && result.error instanceof TRPCError && result.error.cause instanceof Refusal
    ? failedWith(result.error.cause)
    : result;

/** Counts a call and checks the scopes of a token. Throws `rate-limited`, `missing-scope`. */
async function countCall({ domain, session, browser }: RequestContext, path: string): Promise<void> {
  await (session ? limitMember(domain, allCalls, session) : limit(domain, allCalls, `address:${browser.address}`));
  if (session) requireScope(session, path);
}

type Rule = keyof typeof userLimits;
type Adding = keyof typeof unconfirmedLimits;

async function user(ctx: RequestContext, path: string, rule?: Rule, adds?: Adding): Promise<ResolvedSession> {
  const { domain, session } = ctx;
  await countCall(ctx, path);
  if (!session) throw new Refusal('unauthenticated');
  if (rule) await limitMember(domain, userLimits[rule], session);
  if (adds) await limitAdding(domain, session, adds);
  return session;
}

// Each procedure has one middleware and not a chain, because for each middleware tRPC copies a dozen objects per call.

/** A procedure that anybody may call. */
export const open = t.procedure.use(async ({ ctx, path, next }) => {
  try {
    await countCall(ctx, path);
  } catch (error) {
    return failedWith(error);
  }
  return withRefusal(await next());
});

const userOnly = (rule?: Rule, adds?: Adding) =>
  t.procedure.use(async ({ ctx, path, next }) => {
    let actor: ResolvedSession;
    try {
      actor = await user(ctx, path, rule, adds);
    } catch (error) {
      return failedWith(error);
    }
    const { limiter } = ctx.domain;
    try {
      const slot = limiter.acquireSlot(actor.userId);
      if (slot) await slot;
    } catch (error) {
      return failedWith(error);
    }
    try {
      return withRefusal(await next({ ctx: { actor } }));
    } finally {
      limiter.releaseSlot(actor.userId);
    }
  });

/** A procedure for members only; `ctx.actor` is the caller. */
export const signedIn = userOnly();

/** A procedure for members, rate-limited per member. Each call of a batch counts. */
export const limited = (rule: Rule) => userOnly(rule);

/** A procedure for members that writes, rate-limited with lower limits for members with an unconfirmed address. */
export const adding = (rule: Adding) => userOnly(undefined, rule);

export const { router, createCallerFactory } = t;
