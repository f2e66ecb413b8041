import { Session } from '@kith/db';
import { announce } from '../announce.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Ends the caller's own session; its streams close. */
export async function logOut(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.em().nativeDelete(Session, { id: actor.sessionId });
  announce(ctx, { name: 'session.ended', to: null, payload: { userId: actor.userId, sessionIds: [actor.sessionId] } });
}

/** Ends one of the caller's sessions by its stored id. Throws `not-found`, also for somebody else's. */
export async function revokeSession(ctx: Context, actor: Actor, input: { sessionId: string }): Promise<void> {
  const ended = await ctx.db.em().nativeDelete(Session, { id: input.sessionId, user: actor.userId });
  if (ended === 0) throw new Refusal('not-found');
  announce(ctx, { name: 'session.ended', to: null, payload: { userId: actor.userId, sessionIds: [input.sessionId] } });
}
