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

/** Of streams: how often each is pinged, and after how long a silence a browser reconnects. */
export const sse = { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } };

const t = initTRPC.context<RequestContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const { status, ...kith } = toFailure(error);
    return { ...shape, message: kith.message, data: { code: shape.data.code, httpStatus: status, kith } };
  },
  sse,
});

const refused = (error: unknown) => ({ ok: false as const, error: toTrpcError(error), marker: undefined as never });

/** A refusal from within, in tRPC's terms. */
const told = <R extends { ok: boolean }>(result: R) =>
  'error' in result && result.error instanceof TRPCError && result.error.cause instanceof Refusal
    ? refused(result.error.cause)
    : result;

/** Counts a call. Throws also `missing-scope` when a token calls what it was not made for. */
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

// One middleware each and not one on top of another: every one of them costs tRPC a dozen copied objects a call.

/** Anybody may call it. */
export const open = t.procedure.use(async ({ ctx, path, next }) => {
  try {
    await countCall(ctx, path);
  } catch (error) {
    return refused(error);
  }
  return told(await next());
});

const userOnly = (rule?: Rule, adds?: Adding) =>
  t.procedure.use(async ({ ctx, path, next }) => {
    let actor: ResolvedSession;
    try {
      actor = await user(ctx, path, rule, adds);
    } catch (error) {
      return refused(error);
    }
    const { limiter } = ctx.domain;
    try {
      const turn = limiter.takeTurn(actor.userId);
      if (turn) await turn;
    } catch (error) {
      return refused(error);
    }
    try {
      return told(await next({ ctx: { actor } }));
    } finally {
      limiter.endTurn(actor.userId);
    }
  });

/** Only a signed-in user may call it; `ctx.actor` is who. */
export const signedIn = userOnly();

/** A user may call it so often. Calls of a batch count one by one. */
export const limited = (rule: Rule) => userOnly(rule);

/** The same for what adds something, of which those who have not confirmed their address may do less. */
export const adding = (rule: Adding) => userOnly(undefined, rule);

export const { router, createCallerFactory } = t;
