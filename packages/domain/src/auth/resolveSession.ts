import { Session } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { hashToken } from '../secrets.ts';
import { sessionStore } from './sessionStore.ts';

/** A session that holds now. */
export interface ResolvedSession extends Actor {
  expiresAt: Date;
  /** It was about to run out and has just been given its full time again: the browser's cookie needs it too. */
  renewed: boolean;
}

const seenEveryMs = 5 * 60_000;

/** Whose session a token is; null when it is nobody's any more. Notes every five minutes that it was seen. */
export async function resolveSession(ctx: Context, token: string): Promise<ResolvedSession | null> {
  if (token.length > 100) return null;
  const { session, user } = await sessionStore(ctx).validateSession(token);
  if (!session || user.disabled) return null;
  const sessionId = hashToken(token);
  const now = ctx.clock.now();
  if (now.getTime() - Date.parse(session.lastSeenAt) > seenEveryMs) {
    await ctx.db.em().nativeUpdate(Session, { id: sessionId }, { lastSeenAt: now });
  }
  return {
    userId: session.userId,
    sessionId,
    reauthenticatedAt: session.reauthenticatedAt,
    expiresAt: session.expiresAt,
    renewed: session.fresh,
  };
}
