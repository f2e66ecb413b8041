import { type ChatView, type MessageView, mentionedNames, type UpdateChat } from '@kith/contracts';
import { chatQueries, messageQueries } from '@kith/db';
import { announce, queueRecordedJobs } from '../afterCommit.ts';
import { refuseMissing, requireLivingActor } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { endOf } from '../endOf.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { limit, messagesPerGroup } from '../limits.ts';
import { messageWords } from '../messages/messageWords.ts';
import { messageView } from '../messages/readMessages.ts';
import { sentMessage } from '../messages/sentMessage.ts';
import { markConversationRead, sendDirect } from '../messages/writeMessages.ts';
import { announceChange, announceToChat } from './announceToChat.ts';
import { getChat, membershipOf } from './readChats.ts';

/** The maximum number of groups per member. */
export const maxGroups = 500;

type Made<T> = Promise<{ item: T; isNew: boolean }>;

async function openDirect(ctx: Context, actor: Actor, otherId: number): Made<ChatView> {
  const open = () => ctx.db.run(chatQueries.open, [actor.userId, otherId]);
  // The first call does not see a chat that was created concurrently; the second one does.
  const row = (await open())[0] ?? (await open())[0];
  if (row) return { item: await getChat(ctx, actor, { chatId: row.id }), isNew: row.changed };
  await requireLivingActor(ctx, actor);
  const [refused] = await ctx.db.run(messageQueries.closed, [actor.userId, otherId]);
  throw new Refusal(refused ? 'closed' : 'not-found');
}

/**
 * Opens the caller's chat with one other member, or creates a group. Throws `closed` if one of the members does not accept
 * messages from the caller, and `not-found` if one of them does not exist for the caller.
 */
export async function openChat(
  ctx: Context,
  actor: Actor,
  { userIds, name }: { userIds: number[]; name?: string | undefined },
): Made<ChatView> {
  const others = [...new Set(userIds)];
  if (others.includes(actor.userId)) throw new Refusal('cannot-message-yourself');
  const [only] = others;
  if (others.length === 1 && only !== undefined) return openDirect(ctx, actor, only);
  const [row] = await ctx.db.run(chatQueries.createGroup, [actor.userId, others, name ?? '', maxGroups]);
  if (row?.id) {
    void announceChange(ctx, row.id);
    return { item: await getChat(ctx, actor, { chatId: row.id }), isNew: true };
  }
  if (!row?.living) throw new Refusal('unauthenticated');
  if (row.found < others.length) throw new Refusal('not-found');
  throw new Refusal(row.closed ? 'closed' : 'too-many-chats');
}

export interface SendToChat {
  chatId: number;
  content: string;
  clientId?: string | undefined;
  replyToId?: number | null | undefined;
  postId?: number | null | undefined;
}

/**
 * Sends a message to a chat. A repeated call with the same client id returns the first message. Throws `not-found`, `closed`,
 * `rate-limited`.
 */
export async function sendToChat(ctx: Context, actor: Actor, input: SendToChat): Made<MessageView> {
  const { chatId, content, clientId, replyToId = null, postId = null } = input;
  const { other_id: receiverId } = await membershipOf(ctx, actor, chatId);
  if (receiverId !== null) return sendDirect(ctx, actor, { ...input, receiverId });
  await limit(ctx, messagesPerGroup, `chat:${chatId}`);
  const [sent] = await ctx.db.run(messageQueries.sendToGroup, [
    actor.userId,
    chatId,
    content,
    clientId ?? null,
    replyToId,
    null,
    messageWords(content),
    postId,
    mentionedNames(content),
  ]);
  const row = await sentMessage(ctx, actor, sent, { receiverId, chatId, content, clientId, replyToId, postId });
  if (!row) return refuseMissing(ctx, actor);
  if (sent) {
    const payload = { chatId, messageId: row.id };
    void announceToChat(ctx, chatId, (to) => ({ name: 'chat.message', to, payload }));
  }
  return {
    item: messageView(ctx.settings, await pictureAddresses(ctx), row, actor, []),
    isNew: sent !== undefined,
  };
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
  const { other_id: withUserId } = await membershipOf(ctx, actor, chatId);
  if (withUserId !== null) return markConversationRead(ctx, actor, { withUserId }, messageId);
  const [row] = await ctx.db.run(chatQueries.markRead, [actor.userId, chatId, messageId]);
  if (!row) return refuseMissing(ctx, actor);
  if (!row.changed) return;
  const payload = { chatId, userId: actor.userId, upToMessageId: row.read_id };
  void announceToChat(ctx, chatId, (to) => ({ name: 'chat.read', to, payload }));
}

/** Renames a group, on behalf of any of its members, or mutes a chat for the caller. Throws `not-found`, `not-a-group`. */
export async function updateChat(
  ctx: Context,
  actor: Actor,
  { chatId, name, forSeconds, ...input }: UpdateChat,
): Promise<ChatView> {
  const { kind } = await membershipOf(ctx, actor, chatId);
  if (name !== undefined && kind === 'direct') throw new Refusal('not-a-group');
  const mutedUntil = await endOf(ctx, forSeconds, input.mutedUntil);
  if (mutedUntil !== undefined) {
    const [muted] = await ctx.db.run(chatQueries.mute, [actor.userId, chatId, mutedUntil]);
    if (!muted?.rows) return refuseMissing(ctx, actor);
    void announce(ctx, { name: 'chat.changed', to: [actor.userId], payload: { chatId } });
  }
  if (name !== undefined) {
    const renamed = await ctx.db.transaction(async (em) => {
      await ctx.db.run(chatQueries.locked, [chatId], em);
      return ctx.db.run(chatQueries.rename, [actor.userId, chatId, name], em);
    });
    if (renamed[0]) void announceChange(ctx, chatId);
  }
  await queueRecordedJobs(ctx);
  return getChat(ctx, actor, { chatId });
}

/**
 * Accepts or declines a stranger's request. An accepted chat is like any other; a declined chat is not listed until the caller
 * accepts it after all or writes to the stranger. Idempotent; has no effect on a chat that is not a request. Throws
 * `not-found`.
 */
async function answerRequest(ctx: Context, actor: Actor, chatId: number, accepts: boolean): Promise<void> {
  await membershipOf(ctx, actor, chatId);
  const [row] = await ctx.db.run(chatQueries.answerRequest, [actor.userId, chatId, accepts]);
  if (!row) return refuseMissing(ctx, actor);
  if (row.changed) void announce(ctx, { name: 'chat.changed', to: [actor.userId], payload: { chatId } });
}

type OfChat = { chatId: number };
export const acceptRequest = (ctx: Context, actor: Actor, { chatId }: OfChat) =>
  answerRequest(ctx, actor, chatId, true);
export const declineRequest = (ctx: Context, actor: Actor, { chatId }: OfChat) =>
  answerRequest(ctx, actor, chatId, false);
