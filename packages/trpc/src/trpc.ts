import {
  allCalls,
  limit,
  limitCreation,
  limitMember,
  openCursor,
  Refusal,
  type ResolvedSession,
  requireScope,
  sealCursor,
  userLimits,
} from '@kith/domain';
import { initTRPC, TRPCError } from '@trpc/server';
import type { RequestContext } from './context.ts';
import { toFailure, toTrpcError } from './failure.ts';
import type { Meta } from './meta.ts';

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { status, ...kith } = toFailure(error);
      return { ...shape, message: kith.message, data: { code: shape.data.code, httpStatus: status, kith } };
    },
  });

const failedWith = (error: unknown) => ({ ok: false as const, error: toTrpcError(error), marker: undefined as never });

/** If a refusal of the domain caused the error of a result, replaces the error by the tRPC error for that refusal. */
const withRefusal = <R extends { ok: boolean }>(result: R) =>
  'error' in result && result.error instanceof TRPCError && result.error.cause instanceof Refusal
    ? failedWith(result.error.cause)
    : result;

/** Counts a call and checks the scopes of a token. Throws `rate-limited`, `missing-scope`. */
async function countCall({ domain, session, browser }: RequestContext, { scope }: Meta): Promise<void> {
  await (session ? limitMember(domain, allCalls, session) : limit(domain, allCalls, `address:${browser.address}`));
  if (session) requireScope(session, scope);
}

async function authorize(ctx: RequestContext, meta: Meta): Promise<ResolvedSession> {
  const { domain, session } = ctx;
  const { limit: rule, createLimit } = meta;
  await countCall(ctx, meta);
  if (!session) throw new Refusal('unauthenticated');
  if (rule) await limitMember(domain, userLimits[rule], session);
  if (createLimit) await limitCreation(domain, session, createLimit);
  return session;
}

/**
 * Returns the name to which the cursors of a list are bound: the procedure, its parameters in order of name, and the caller.
 */
function listOf(path: string, input: Record<string, unknown>, userId: number | undefined): string {
  // These parameters only select a page of the list. tRPC's client adds `direction` to all pages but the first.
  const { cursor: _, limit: __, aroundMessageId: ___, afterMessageId: ____, direction: _____, ...parameters } = input;
  const named = Object.entries(parameters).filter(([, value]) => value != null);
  return [path, userId, ...named.sort().map(([name, value]) => `${name}=${value}`)].join(' ');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Decrypts the cursor in a call's input, and returns a function that encrypts the cursor in its response. This happens here for
 * all procedures, so that no list can forget it.
 */
function withCursors({ domain, session }: RequestContext, path: string, getRawInput: () => Promise<unknown>) {
  let list: string | undefined;
  return {
    async getRawInput(): Promise<unknown> {
      const input = await getRawInput();
      if (input !== undefined && !isObject(input)) return input;
      list = listOf(path, input ?? {}, session?.userId);
      const sealed = input?.cursor;
      return typeof sealed === 'string' ? { ...input, cursor: await openCursor(domain, list, sealed) } : input;
    },
    async seal<R extends { ok: boolean }>(result: R): Promise<R> {
      const data = 'data' in result ? result.data : undefined;
      if (list === undefined || !isObject(data) || typeof data.nextCursor !== 'string') return result;
      return { ...result, data: { ...data, nextCursor: await sealCursor(domain, list, data.nextCursor) } };
    },
  };
}

// Each procedure has one middleware and not a chain, because for each middleware tRPC copies a dozen objects per call.

/** A procedure that visitors without a session may call. */
export const publicProcedure = t.procedure
  .meta({ public: true })
  .use(async ({ ctx, path, meta = {}, next, getRawInput }) => {
    try {
      await countCall(ctx, meta);
    } catch (error) {
      return failedWith(error);
    }
    const cursors = withCursors(ctx, path, getRawInput);
    return cursors.seal(withRefusal(await next({ getRawInput: cursors.getRawInput })));
  });

/** A procedure for members only; `ctx.actor` is the caller. Each call of a batch counts against the limits. */
export const protectedProcedure = t.procedure.use(async ({ ctx, path, meta = {}, next, getRawInput }) => {
  let actor: ResolvedSession;
  try {
    actor = await authorize(ctx, meta);
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
    const cursors = withCursors(ctx, path, getRawInput);
    // tRPC accepts both properties, but its types allow only one of them.
    const changes = { ctx: { actor }, getRawInput: cursors.getRawInput } as { ctx: { actor: ResolvedSession } };
    return await cursors.seal(withRefusal(await next(changes)));
  } finally {
    limiter.releaseSlot(actor.userId);
  }
});

export const { router, createCallerFactory } = t;
