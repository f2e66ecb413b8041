import { sessionQueries } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';
import { sessionDays } from './sessionStore.ts';

/** Sessions a member may have: one more ends the one that was not seen for longest, so that all of them can be listed. */
const mostSessions = 100;

/**
 * Starts a session on a device, freshly authenticated; the token goes to the member's browser and nowhere else.
 * `passwordHash` is the hash that was just verified, null for an account without a password. Null is the answer, and no
 * session there, when that hash is no longer the account's, or the account is shut out or deleted.
 */
export async function startSession(
  ctx: Context,
  userId: number,
  passwordHash: string | null,
  device: string,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = newToken();
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
  const [started] = await ctx.db.run(sessionQueries.start, [
    hashToken(token),
    userId,
    passwordHash,
    device.slice(0, 300),
    expiresAt.toISOString(),
    now.toISOString(),
    mostSessions,
  ]);
  if (!started) return null;
  if (started.ended.length > 0) {
    announce(ctx, { name: 'session.ended', to: null, payload: { userId, sessionIds: started.ended } });
  }
  return { token, expiresAt };
}
