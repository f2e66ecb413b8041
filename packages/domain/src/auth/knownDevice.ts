import { sessionQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';

/** How long an account knows a browser since it last logged in there. */
const knownDays = 365;

/** Browsers an account knows; the one that stayed away longest is forgotten. */
const mostKnown = 20;

/**
 * Makes the account know the browser that has just logged in, by a token for its cookie that is no use for anything
 * else. `before` is the token it came with; `known` says whether this account knew it, and then it stays the same. A
 * token that it did not know is never taken over: somebody else may have put it there.
 */
export async function rememberDevice(
  ctx: Context,
  userId: number,
  { before, known }: { before: string | null; known: boolean },
): Promise<{ token: string; expiresAt: Date }> {
  const token = known && before !== null ? before : newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + knownDays * 86_400_000);
  await ctx.db.run(sessionQueries.remember, [
    userId,
    hashToken(token),
    before === null ? null : hashToken(before),
    expiresAt.toISOString(),
    mostKnown,
  ]);
  return { token, expiresAt };
}
