import type { MessageView, ReactionsView } from '@kith/contracts';
import {
  chatQueries,
  Image,
  liveQueries,
  Message,
  MessageReaction,
  type MessageRow,
  messageChangeQueries,
  messageQueries,
  tooOldToEdit,
} from '@kith/db';
import { refuseMissing, requireActiveAccount } from '../auth/actor.ts';
import { announceMessage } from '../chats/announceToChat.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { editWithLink, linkToShow } from '../linkPreviews/writeLinks.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { messageWords } from './messageWords.ts';
import { messageView } from './readMessages.ts';

/** The maximum number of different reactions to a message. */
const maxReactionKinds = 20;

const ofMember = async (ctx: Context, actor: Actor, messageId: number): Promise<MessageRow> => {
  const [row] = await ctx.db.run(messageQueries.ofMember, [actor.userId, messageId]);
  return row ?? refuseMissing(ctx, actor);
};

/** One message of the caller's chats. Throws `not-found`. */
export async function readMessage(ctx: Context, actor: Actor, { messageId }: { messageId: number }) {
  return messageView(ctx.settings, await pictureAddresses(ctx), await ofMember(ctx, actor, messageId), actor);
}

/**
 * Edits the caller's message within 24 hours. Throws `forbidden` for a received message, `message-deleted`, `edit-too-late`, and
 * `not-found`, also if the caller cannot write in the chat any more.
 */
export async function editMessage(
  ctx: Context,
  actor: Actor,
  input: { messageId: number; content: string },
): Promise<MessageView> {
  const { messageId, content } = input;
  const url = await linkToShow(ctx, actor, content);
  const edited = await ctx.db.transaction((tx) =>
    editWithLink(tx, actor, { place: 'message', id: messageId, text: content, url }, () =>
      tx.run(messageChangeQueries.edit, [actor.userId, messageId, content, messageWords(content)]),
    ),
  );
  if (url) await queueRecordedJobs(ctx);
  const row = await ofMember(ctx, actor, input.messageId);
  if (edited) {
    announceMessage(ctx, 'changed', row);
    return messageView(ctx.settings, await pictureAddresses(ctx), row, actor);
  }
  if (row.sender_id !== actor.userId) throw new Refusal('forbidden');
  if (row.deleted_at !== null) throw new Refusal('message-deleted');
  const late = await ctx.db.em().count(Message, { id: row.id, ...tooOldToEdit() });
  if (late > 0) throw new Refusal('edit-too-late');
  return refuseMissing(ctx, actor);
}

/**
 * Deletes the caller's message for all members of the chat. Idempotent. Throws `forbidden` for a received message, `not-found`.
 */
export async function deleteMessage(ctx: Context, actor: Actor, input: { messageId: number }): Promise<void> {
  const [removed] = await ctx.db.transaction(async (tx) => {
    const message = await tx.em().findOne(Message, input.messageId, { disableIdentityMap: true });
    if (message) await tx.run(chatQueries.lock, [message.chat.id]);
    // The lock waits for a reaction that is being added, so that this reaction is deleted too.
    await tx.run(messageChangeQueries.locked, [actor.userId, input.messageId]);
    return tx.run(messageChangeQueries.remove, [actor.userId, input.messageId]);
  });
  await queueRecordedJobs(ctx);
  const row = await ofMember(ctx, actor, input.messageId);
  if (removed) announceMessage(ctx, 'changed', row);
  else if (row.sender_id !== actor.userId) throw new Refusal('forbidden');
  else if (row.deleted_at === null) await refuseMissing(ctx, actor);
}

type Reaction = { messageId: number; emoji: string };

async function reactionsNow(ctx: Context, actor: Actor, messageId: number, changed: boolean): Promise<ReactionsView> {
  const row = await ofMember(ctx, actor, messageId);
  if (changed) announceMessage(ctx, 'reactions', row);
  return { messageId, reactions: row.reactions };
}

/**
 * Adds the caller's reaction. Idempotent. Throws `message-deleted`, `too-many-reactions`, and `not-found`, also if the caller
 * cannot write in the chat any more.
 */
export async function addReaction(ctx: Context, actor: Actor, { messageId, emoji }: Reaction): Promise<ReactionsView> {
  const [row] = await ctx.db.transaction(async (tx) => {
    await tx.run(messageChangeQueries.locked, [actor.userId, messageId]);
    return tx.run(messageChangeQueries.react, [actor.userId, messageId, emoji, maxReactionKinds]);
  });
  if (!row?.found) {
    const { deleted_at } = await ofMember(ctx, actor, messageId);
    return deleted_at === null ? refuseMissing(ctx, actor) : Promise.reject(new Refusal('message-deleted'));
  }
  if (!row.changed && !row.known) throw new Refusal('too-many-reactions');
  return reactionsNow(ctx, actor, messageId, row.changed);
}

/** Removes the caller's reaction. Idempotent. Throws `not-found`. */
export async function removeReaction(
  ctx: Context,
  actor: Actor,
  { messageId, emoji }: Reaction,
): Promise<ReactionsView> {
  await requireActiveAccount(ctx, actor);
  const gone = await ctx.db.em().nativeDelete(MessageReaction, { message: messageId, user: actor.userId, emoji });
  return reactionsNow(ctx, actor, messageId, gone > 0);
}

/**
 * Stores that the caller has listened to a received voice message of a direct chat. Nothing is stored for other messages.
 * Idempotent. Throws `not-found`.
 */
export async function markListened(ctx: Context, actor: Actor, { messageId }: { messageId: number }): Promise<void> {
  const row = await ofMember(ctx, actor, messageId);
  const { picture, sender_id: senderId, receiver_id: receiverId } = row;
  if (picture?.media !== 'voice' || receiverId !== actor.userId) return;
  const listened = { listenedAt: new Date() };
  const changed = await ctx.db.em().nativeUpdate(Image, { id: picture.id, listenedAt: null }, listened);
  if (changed === 0 || !row.read_by_receiver) return;
  const blocks = await ctx.db.run(liveQueries.blocksAmong, [[senderId], [receiverId]]);
  if (blocks.length === 0) announceMessage(ctx, 'changed', row);
}
