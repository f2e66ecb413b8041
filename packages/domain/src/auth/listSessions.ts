import type { SessionListItem } from '@kith/contracts';
import { Session } from '@kith/db';
import type { Actor, Context } from '../context.ts';

/** The caller's sessions, last seen first. */
export async function listSessions(ctx: Context, actor: Actor): Promise<{ items: SessionListItem[] }> {
  const sessions = await ctx.db
    .em()
    .find(Session, { user: actor.userId, expiresAt: { $gt: ctx.clock.now() } }, { orderBy: { lastSeenAt: 'desc' } });
  return {
    items: sessions.map((session) => ({
      sessionId: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.id === actor.sessionId,
    })),
  };
}
