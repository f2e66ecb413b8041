import type { OwnUser } from '@kith/contracts';
import { sessionQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';

export interface LoggedIn {
  token: string;
  expiresAt: Date;
  user: OwnUser;
  /** The token by which the account will know this browser. */
  knownDevice: { token: string; expiresAt: Date };
}

/** How long a browser is known to an account after its last log-in there. */
const knownDays = 365;

/** The maximum number of known browsers of an account; the least recently used is removed. */
const mostKnown = 20;

/**
 * Records that the browser that just logged in is known to the account, by a token for a cookie that serves no other purpose.
 * `before` is the browser's current token, which is kept if `known` says that this account issued it. An unknown token is never
 * adopted, because somebody else may have planted it.
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
