import { sessionQueries } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';
import { sessionDays } from './sessionStore.ts';

/** Sessions a member may have: one more ends the one that was not seen for longest, so that all of them can be listed. */
const mostSessions = 100;

export interface NewSession {
  userId: number;
  /** The hash that was just verified; null for an account without a password. */
  passwordHash: string | null;
  /** When the member last proved who they are; null when nobody can say. */
  provenAt: Date | null;
  device: string;
}

/**
 * Starts a session; the token goes to the member's browser and nowhere else. Null is the answer, and no session there,
 * when the verified hash is no longer the account's, or the account is shut out or deleted.
 */
export async function startSession(
  ctx: Context,
  { userId, passwordHash, provenAt, device }: NewSession,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + sessionDays * 86_400_000);
  const [started] = await ctx.db.run(sessionQueries.start, [
    hashToken(token),
    userId,
    passwordHash,
    device.slice(0, 300),
    expiresAt.toISOString(),
    provenAt === null ? null : provenAt.toISOString(),
    mostSessions,
  ]);
  if (!started) return null;
  if (started.ended.length > 0) {
    announce(ctx, { name: 'session.ended', to: null, payload: { userId, sessionIds: started.ended } });
  }
  return { token, expiresAt };
}
