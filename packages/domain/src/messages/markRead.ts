import { messageQueries } from '@kith/db';
import { announce } from '../announce.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** Marks one received message read; again is harmless. Throws `not-found`, also for others' messages. */
export async function markMessageRead(ctx: Context, actor: Actor, input: { messageId: number }): Promise<void> {
  const [row] = await ctx.db.run(messageQueries.markRead, [actor.userId, input.messageId]);
  if (!row) throw new Refusal('not-found');
  if (row.changed) announceRead(ctx, actor, row.sender_id, input.messageId);
}

/** Marks everything another member sent to the caller read; again is harmless. */
export async function markConversationRead(ctx: Context, actor: Actor, input: { withUserId: number }): Promise<void> {
  const [row] = await ctx.db.run(messageQueries.markConversationRead, [actor.userId, input.withUserId]);
  if (row && row.marked > 0) announceRead(ctx, actor, input.withUserId, row.up_to);
}

function announceRead(ctx: Context, actor: Actor, senderId: number, upToMessageId: number): void {
  const payload = { readerId: actor.userId, senderId, upToMessageId };
  announce(ctx, { name: 'message.read', to: [actor.userId, senderId], payload });
}
