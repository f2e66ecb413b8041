import type { MessageView } from '@kith/contracts';
import { blockQueries, liveQueries, messageQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireLivingActor, requireSelf } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { maxId } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { messageWords } from './messageWords.ts';
import { messageView } from './readMessages.ts';
import { sentMessage } from './sentMessage.ts';

export interface SendMessage {
  senderId: number;
  receiverId: number;
  content: string;
  clientId?: string | undefined;
  replyToId?: number | null | undefined;
  postId?: number | null | undefined;
}

/**
 * Throws why a message was refused: `closed` if the receiver accepts no chats from the caller, `not-found` if the caller sees
 * no such receiver.
 */
export async function refuseMessage(ctx: Context, actor: Actor, receiverId: number): Promise<never> {
  await requireLivingActor(ctx, actor);
  const [row] = await ctx.db.run(messageQueries.closed, [actor.userId, receiverId]);
  throw new Refusal(row ? 'closed' : 'not-found');
}

/** Like `sendMessage`, but also returns whether the message is new. */
export async function sendDirect(
  ctx: Context,
  actor: Actor,
  { receiverId, content, clientId, replyToId = null, postId = null }: Omit<SendMessage, 'senderId'>,
): Promise<{ item: MessageView; isNew: boolean }> {
  if (receiverId === actor.userId) throw new Refusal('cannot-message-yourself');
  const [sent] = await ctx.db.run(messageQueries.send, [
    actor.userId,
    receiverId,
    content,
    clientId ?? null,
    replyToId,
    null,
    messageWords(content),
    postId,
  ]);
  const row = await sentMessage(ctx, actor, sent, { receiverId, chatId: null, content, clientId, replyToId, postId });
  if (!row) return refuseMessage(ctx, actor, receiverId);
  if (sent) {
    const payload = { messageId: row.id, senderId: actor.userId, receiverId };
    void announce(ctx, { name: 'message.sent', to: [actor.userId, receiverId], payload });
  }
  return { item: messageView(ctx.settings, await pictureAddresses(ctx), row, actor), isNew: sent !== undefined };
}

/**
 * Sends a message as the caller, optionally as a reply within the same chat. A repeated call with the same client id returns the
 * first message. Throws `forbidden`, `closed`, `not-found`.
 */
export async function sendMessage(ctx: Context, actor: Actor, input: SendMessage): Promise<MessageView> {
  requireSelf(actor, input.senderId);
  return (await sendDirect(ctx, actor, input)).item;
}

/** Marks one received message as read. Idempotent. Throws `not-found`, also for messages that the caller did not receive. */
export async function markMessageRead(ctx: Context, actor: Actor, input: { messageId: number }): Promise<void> {
  const [row] = await ctx.db.run(messageQueries.markRead, [actor.userId, input.messageId]);
  if (!row) throw new Refusal('not-found');
  if (row.changed) await announceRead(ctx, actor, row.sender_id, input.messageId);
}

/**
 * Marks the messages from another user to the caller as read, up to the id `upTo`. Does nothing while the caller has not
 * answered that user's request. Idempotent.
 */
export async function markConversationRead(
  ctx: Context,
  actor: Actor,
  input: { withUserId: number },
  upTo = maxId,
): Promise<void> {
  const [row] = await ctx.db.run(messageQueries.markConversationRead, [actor.userId, input.withUserId, upTo]);
  if (row && row.marked > 0) await announceRead(ctx, actor, input.withUserId, row.up_to);
}

/**
 * Publishes that messages were read: to the reader's devices, and to the sender unless one of the two has blocked the other.
 * The SQL fragment `message_columns` applies the same rule.
 */
async function announceRead(ctx: Context, actor: Actor, senderId: number, upToMessageId: number): Promise<void> {
  const payload = { readerId: actor.userId, senderId, upToMessageId };
  const blocked = await ctx.db.run(blockQueries.between, [actor.userId, senderId]);
  void announce(ctx, {
    name: 'message.read',
    to: blocked.length > 0 ? [actor.userId] : [actor.userId, senderId],
    payload,
  });
}

/** Publishes to another user that the caller is typing, if the two have a conversation. Nothing is stored. */
export async function announceTyping(ctx: Context, actor: Actor, input: { withUserId: number }): Promise<void> {
  // A stranger, or a blocked or muted caller, gets no error, because that would reveal the block.
  if ((await ctx.db.run(liveQueries.typingReader, [input.withUserId, actor.userId])).length === 0) return;
  const payload = { senderId: actor.userId, receiverId: input.withUserId };
  void announce(ctx, { name: 'message.typing', to: [input.withUserId], payload });
}
