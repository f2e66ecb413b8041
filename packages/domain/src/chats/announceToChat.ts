import { chatQueries, liveQueries, type MessageRow } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import type { LiveEvent } from '../live.ts';

/** Publishes an event to the members of a chat, and to `others`, who have just left the chat. Never throws. */
async function announceToChat(
  ctx: Context,
  chatId: number,
  event: (to: number[]) => LiveEvent,
  others: number[] = [],
): Promise<void> {
  try {
    const members = await ctx.db.run(chatQueries.members, [chatId]);
    await announce(ctx, event([...members.map(({ user_id: userId }) => userId), ...others]));
  } catch (error) {
    ctx.log.warn({ err: error, chatId }, 'event not published');
  }
}

/** Publishes to the members of a group, and to `others`, that the group's name, picture or members changed. */
export const announceGroupChange = (ctx: Context, chatId: number, ...others: number[]): Promise<void> =>
  announceToChat(ctx, chatId, (to) => ({ name: 'chat.changed', to, payload: { chatId } }), others);

type Announced = Pick<MessageRow, 'id' | 'chat_id' | 'sender_id' | 'receiver_id'>;

/** Publishes to the members of its chat that a message is new, was changed (edited, deleted), or has other reactions. */
export function announceMessage(ctx: Context, what: 'new' | 'changed' | 'reactions', row: Announced): void {
  const { id: messageId, chat_id: chatId, sender_id: senderId, receiver_id: receiverId } = row;
  const payload = { chatId, messageId, senderId, receiverId };
  const event = (to: number[]): LiveEvent =>
    what === 'reactions'
      ? { name: 'chat.reacted', to, payload }
      : { name: 'chat.message', to, payload: { ...payload, isNew: what === 'new' } };
  if (receiverId === null) void announceToChat(ctx, chatId, event);
  else void announce(ctx, event([senderId, receiverId]));
}

/**
 * Publishes that a member has read a chat: to its members, in a direct chat to the other member `contactId` unless one of the two
 * has blocked the other. The SQL fragment `message_columns` applies the same rule.
 */
export async function announceRead(
  ctx: Context,
  payload: { chatId: number; userId: number; contactId: number | null; upToMessageId: number },
): Promise<void> {
  const { chatId, userId, contactId } = payload;
  if (contactId === null) return announceToChat(ctx, chatId, (to) => ({ name: 'chat.read', to, payload }));
  const blocked = await ctx.db.run(liveQueries.blocksAmong, [[userId], [contactId]]);
  const to = blocked.length > 0 ? [userId] : [userId, contactId];
  void announce(ctx, { name: 'chat.read', to, payload });
}
