import { type MessageView, mentionedNames } from '@kith/contracts';
import { chatQueries, liveQueries, messageQueries, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { refuseMissing, requireActiveAccount, requireSelf } from '../auth/actor.ts';
import { announceMessage, announceRead } from '../chats/announceToChat.ts';
import { findOrCreateDirectChat } from '../chats/openChats.ts';
import { type ChatReference, chatParameters, membershipOf } from '../chats/readChats.ts';
import type { Actor, Context } from '../context.ts';
import { maxId } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { limit, messagesPerGroup } from '../limits.ts';
import { linkToShow, writeWithLink } from '../linkPreviews/writeLinks.ts';
import { checkClosing, createPoll } from '../polls/writePoll.ts';
import { messageWords } from './messageWords.ts';
import { messageView } from './readMessages.ts';
import { type NewMessage, sentMessage } from './sentMessage.ts';

/**
 * Throws why a message was refused: `closed` if the receiver accepts no chats from the caller, `not-found` if the caller sees
 * no such receiver, or is not in the group.
 */
export async function refuseMessage(ctx: Context, actor: Actor, receiverId: number | null): Promise<never> {
  await requireActiveAccount(ctx, actor);
  const [row] = receiverId === null ? [] : await ctx.db.run(messageQueries.closed, [actor.userId, receiverId]);
  throw new Refusal(row ? 'closed' : 'not-found');
}

/** Sends a message to a chat of the caller, or reads the earlier one with the same client id; undefined if it is refused. */
async function send(ctx: Context, actor: Actor, to: ChatReference, message: NewMessage) {
  const { content, clientId = null, replyToId = null, postId = null, poll } = message;
  const url = await linkToShow(ctx, actor, content, message.preview);
  const add =
    poll &&
    (async (tx: Transaction, messageId: number) => {
      // Only of a new message, because a call may be repeated after the poll has closed.
      checkClosing(ctx, poll);
      await createPoll(tx, { message: messageId }, poll);
    });
  const sent = await writeWithLink(ctx, actor, 'message', { url, add }, (db) =>
    db.run(messageQueries.send, [
      ...([actor.userId, ...chatParameters(to), content, clientId, replyToId, null, postId] as const),
      ...([messageWords(content), mentionedNames(content)] as const),
    ]),
  );
  const row = await sentMessage(ctx, actor, sent, chatParameters(to), message, url !== null);
  return row && { row, isNew: sent !== undefined };
}

async function announceSent(
  ctx: Context,
  actor: Actor,
  { row, isNew }: NonNullable<Awaited<ReturnType<typeof send>>>,
): Promise<{ item: MessageView; isNew: boolean }> {
  if (isNew) announceMessage(ctx, 'new', row);
  const reads = row.receiver_id === null ? [] : null;
  return { item: messageView(ctx.settings, await pictureAddresses(ctx), row, actor, reads), isNew };
}

/**
 * Sends a message to a chat. A repeated call with the same client id returns the first message. Throws `not-found`, `closed`,
 * `rate-limited`.
 */
export async function sendToChat(ctx: Context, actor: Actor, { chatId, ...message }: NewMessage & { chatId: number }) {
  const { other_id: receiverId } = await membershipOf(ctx, actor, chatId);
  if (receiverId === null) await limit(ctx, messagesPerGroup, `chat:${chatId}`);
  const sent = await send(ctx, actor, { chatId }, message);
  return sent ? announceSent(ctx, actor, sent) : refuseMessage(ctx, actor, receiverId);
}

interface SendMessageInput extends NewMessage {
  senderId: number;
  receiverId: number;
}

/**
 * Sends a message as the caller to the direct chat with another member, which the first message opens. A repeated call with the
 * same client id returns the first message. Throws `forbidden`, `closed`, `not-found`.
 */
export async function sendMessage(
  ctx: Context,
  actor: Actor,
  { senderId, receiverId, ...message }: SendMessageInput,
): Promise<MessageView> {
  requireSelf(actor, senderId);
  if (receiverId === actor.userId) throw new Refusal('cannot-message-yourself');
  const to = { withUserId: receiverId };
  let sent = await send(ctx, actor, to, message);
  if (!sent && message.poll) checkClosing(ctx, message.poll);
  // In a chat that is not open yet, there is nothing to reply to.
  if (!sent && message.replyToId == null && (await findOrCreateDirectChat(ctx, actor, receiverId)))
    sent = await send(ctx, actor, to, message);
  return sent ? (await announceSent(ctx, actor, sent)).item : refuseMessage(ctx, actor, receiverId);
}

/** Marks one received message as read. Idempotent. Throws `not-found`, also for messages that the caller did not receive. */
export async function markMessageRead(ctx: Context, actor: Actor, input: { messageId: number }): Promise<void> {
  const { userId } = actor;
  const [row] = await ctx.db.run(messageQueries.markOneRead, [userId, input.messageId]);
  if (!row) throw new Refusal('not-found');
  const { chat_id: chatId, sender_id: contactId, changed } = row;
  if (changed) await announceRead(ctx, { chatId, userId, contactId, upToMessageId: input.messageId });
}

/** Returns false if the caller is not in the chat. */
async function markRead(ctx: Context, actor: Actor, chat: ChatReference, upTo: number): Promise<boolean> {
  const { userId } = actor;
  const [row] = await ctx.db.run(chatQueries.markRead, [userId, ...chatParameters(chat), upTo]);
  if (row?.changed) {
    const { chat_id: chatId, other_id: contactId, read_id: upToMessageId } = row;
    const announced = announceRead(ctx, { chatId, userId, contactId, upToMessageId });
    if (contactId !== null) await announced;
  }
  return row !== undefined;
}

/**
 * Marks the messages of a chat as read, up to the given one; an unanswered request of a stranger stays unread. Idempotent.
 * Throws `not-found`.
 */
export async function markChatRead(
  ctx: Context,
  actor: Actor,
  { chatId, messageId }: { chatId: number; messageId: number },
): Promise<void> {
  if (!(await markRead(ctx, actor, { chatId }, messageId))) await refuseMissing(ctx, actor);
}

/**
 * Marks all messages from another user to the caller as read. Does nothing while the caller has not answered that user's
 * request. Idempotent.
 */
export async function markConversationRead(ctx: Context, actor: Actor, input: { withUserId: number }): Promise<void> {
  await markRead(ctx, actor, input, maxId);
}

/** Publishes to another user that the caller is typing, if the two have a chat. Nothing is stored. */
export async function announceTyping(
  ctx: Context,
  actor: Actor,
  { withUserId: contactId }: { withUserId: number },
): Promise<void> {
  // A stranger, or a blocked or muted caller, gets no error, because that would reveal the block.
  const [chat] = await ctx.db.run(liveQueries.typingReader, [contactId, actor.userId]);
  if (!chat) return;
  const payload = { chatId: chat.chat_id, userId: actor.userId, contactId };
  void announce(ctx, { name: 'chat.typing', to: [contactId], payload });
}
