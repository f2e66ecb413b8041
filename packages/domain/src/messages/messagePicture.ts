import { type Handle, Image, Message, messageQueries, type Transaction } from '@kith/db';
import { requireActiveAccount } from '../auth/actor.ts';
import { announceMessage } from '../chats/announceToChat.ts';
import { chatParameters, membershipOf } from '../chats/readChats.ts';
import type { Actor, Context } from '../context.ts';
import {
  attaching,
  recordProcessing,
  removeImages,
  type StoredOriginal,
  storePictureOrVideo,
  storeVoice,
} from '../images/imageFiles.ts';
import { lockImage } from '../images/imageStatus.ts';
import type { PictureFields, PictureHandler } from '../images/pictureHandler.ts';
import { limit, limitCreation, messagesPerGroup } from '../limits.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { deleteMessage } from './changeMessages.ts';
import { findSent } from './sentMessage.ts';
import { refuseMessage } from './writeMessages.ts';

/** The message that a sent picture belongs to. */
interface SentPicture {
  imageId: number;
  messageId: number;
  isNew: boolean;
}

const messageOf = (ctx: Context, imageId: number) => ctx.db.em().findOne(Message, { imageId });

/** Returns the picture that the caller has sent to the chat with this client id; null if there is none. */
async function findPicture(db: Handle, actor: Actor, chatId: number, clientId?: string): Promise<SentPicture | null> {
  const sent = await findSent(db, actor, chatParameters({ chatId }), clientId);
  return sent && { imageId: sent.imageId ?? 0, messageId: sent.id, isNew: false };
}

/** Sends what `store` stores to a chat, as a message without text. */
async function sendMedia(
  ctx: Context,
  actor: Actor,
  chatId: number,
  { alt, clientId, peaks, takeUpload }: PictureFields,
  store: () => Promise<StoredOriginal>,
): Promise<SentPicture> {
  const { other_id: receiverId } = await membershipOf(ctx, actor, chatId);
  if (receiverId === null) await limit(ctx, messagesPerGroup, `chat:${chatId}`);
  const original = await store();
  const work = async (tx: Transaction) => {
    await requireActiveAccount(ctx, actor, tx);
    const image = tx
      .em()
      .create(Image, { owner: actor.userId, kind: 'message', alt: alt || null, peaks: peaks ?? null, ...original });
    await tx.em().persist(image).flush();
    const chat = chatParameters({ chatId });
    const words: string[] = [];
    const sending = [...chat, '', clientId ?? null, null, image.id, null, words, words] as const;
    const [sent] = await tx.run(messageQueries.send, [actor.userId, ...sending]);
    if (sent) {
      await takeUpload?.(tx);
      await recordProcessing(tx, actor.userId, image.id);
      return { imageId: image.id, messageId: sent.id, sent };
    }
    await tx.em().remove(image).flush();
    const already = await findPicture(tx, actor, chatId, clientId);
    return already && { ...already, sent: undefined };
  };
  const made = await attaching(ctx, original, () => ctx.db.transaction(work));
  if (!made?.sent) await removeImages(ctx, [original.key]);
  if (!made) return refuseMessage(ctx, actor, receiverId);
  const { sent, ...message } = made;
  if (!sent) return { ...message, isNew: false };
  await queueRecordedJobs(ctx);
  announceMessage(ctx, 'new', { ...sent, sender_id: actor.userId });
  return { ...message, isNew: true };
}

/**
 * A picture or a video that is sent to a chat as a message without text, which shows a placeholder until the picture is processed. A
 * repeated upload with the same client id adds nothing. Uploads throw `not-found` and `closed`.
 */
export const messagePicture: PictureHandler<{ chatId: number }, SentPicture> = {
  variants: 'post',

  async authorize(ctx, actor, { chatId }) {
    await membershipOf(ctx, actor, chatId);
    await limitCreation(ctx, actor, 'messages');
  },

  attach: (ctx, actor, { chatId }, content, fields = {}) =>
    sendMedia(ctx, actor, chatId, fields, () => storePictureOrVideo(ctx, content, fields)),

  findAttached: (ctx, actor, { chatId }, clientId) => findPicture(ctx.db, actor, chatId, clientId),

  show: async () => [],

  showsFailure: async () => true,

  async announce(ctx, { id }) {
    const message = await messageOf(ctx, id);
    if (!message) return;
    const [sender_id, receiver_id] = [message.sender.id, message.receiver?.id ?? null];
    announceMessage(ctx, 'changed', { id: message.id, chat_id: message.chat.id, sender_id, receiver_id });
  },

  /** Deletes the message, which consists of the picture. */
  async discard(ctx, imageId) {
    const failed = await ctx.db.transaction((tx) => lockImage(tx, imageId, 'failed'));
    const message = failed && (await messageOf(ctx, imageId));
    if (message) await deleteMessage(ctx, { userId: message.sender.id } as Actor, { messageId: message.id });
  },
};

/** A voice message, which is sent like a picture. Uploads also throw `unsupported-voice`, `voice-too-large`. */
export const voiceMessage: typeof messagePicture = {
  ...messagePicture,

  attach: (ctx, actor, { chatId }, content, fields = {}) =>
    sendMedia(ctx, actor, chatId, fields, () => storeVoice(ctx, content)),
};
