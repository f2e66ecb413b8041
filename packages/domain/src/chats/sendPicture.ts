import { Image, messageQueries } from '@kith/db';
import { announce, byClientId, queueRecordedJobs } from '../afterCommit.ts';
import { refuseMissing, requireLivingActor } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { removeImages } from '../images/imageMaintenance.ts';
import { recordProcessing, storeOriginal } from '../images/originals.ts';
import type { PictureFields } from '../images/postPictures.ts';
import { limit, messagesPerGroup } from '../limits.ts';
import { refuseMessage } from '../messages/writeMessages.ts';
import type { FileContent } from '../ports.ts';
import { announceToChat } from './announceToChat.ts';
import { membershipOf } from './readChats.ts';

/**
 * Sends a picture to a chat as a message without text, which shows a placeholder until the picture is processed. A repeated
 * call with the same client id adds nothing. Throws `not-found`, `closed`, and the refusals of an unsuitable image.
 */
export async function sendPicture(
  ctx: Context,
  actor: Actor,
  chatId: number,
  content: FileContent,
  { alt, clientId }: PictureFields,
): Promise<{ imageId: number; messageId: number; isNew: boolean }> {
  const { other_id: receiverId } = await membershipOf(ctx, actor, chatId);
  if (receiverId === null) await limit(ctx, messagesPerGroup, `chat:${chatId}`);
  const original = await storeOriginal(ctx, content);
  const made = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const image = em.create(Image, { owner: actor.userId, kind: 'message', alt: alt || null, ...original });
    await em.persist(image).flush();
    const values = ['', clientId ?? null, null, image.id, [] as string[], null] as const;
    const [sent] =
      receiverId === null
        ? await ctx.db.run(messageQueries.sendToGroup, [actor.userId, chatId, ...values, []], em)
        : await ctx.db.run(messageQueries.send, [actor.userId, receiverId, ...values], em);
    if (sent) {
      await recordProcessing(ctx, em, actor.userId, image.id);
      return { imageId: image.id, messageId: sent.id, isNew: true };
    }
    await em.remove(image).flush();
    const already = await byClientId(ctx, messageQueries.byClientId, actor, clientId, em);
    return already && { imageId: already.picture?.id ?? 0, messageId: already.id, isNew: false };
  });
  if (!made?.isNew) await removeImages(ctx, [original.key]);
  if (!made) return receiverId === null ? refuseMissing(ctx, actor) : refuseMessage(ctx, actor, receiverId);
  if (!made.isNew) return made;
  await queueRecordedJobs(ctx);
  const { messageId } = made;
  if (receiverId === null)
    void announceToChat(ctx, chatId, (to) => ({ name: 'chat.message', to, payload: { chatId, messageId } }));
  else {
    const payload = { messageId, senderId: actor.userId, receiverId };
    announce(ctx, { name: 'message.sent', to: [actor.userId, receiverId], payload });
  }
  return made;
}
