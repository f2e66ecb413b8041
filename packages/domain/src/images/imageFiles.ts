import { stat } from 'node:fs/promises';
import { Image, type Transaction } from '@kith/db';
import { queueRecordedJobs, recordJob } from '../afterCommit.ts';
import { requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { FileContent } from '../ports.ts';
import { checkImage, type ImageFacts, maxImageBytes } from './imageRules.ts';
import { newImageKey } from './pictureAddresses.ts';

/** The key of an image's private original, which exists until its variants do. */
export const originalKey = (key: string): string => `originals/${key}/original`;

/** Checks the size and the header of an upload. Throws `image-too-large`, and the refusals of `checkImage`. */
async function inspectContent(content: FileContent): Promise<ImageFacts & { bytes: number }> {
  const bytes = Buffer.isBuffer(content) ? content.length : (await stat(content.draft)).size;
  if (bytes > maxImageBytes) throw new Refusal('image-too-large');
  return { ...(await checkImage(content)), bytes };
}

/** Stores an upload as a private original, if it is a supported picture. Throws the errors of `inspectContent`. */
export async function storeOriginal(
  ctx: Context,
  content: FileContent,
): Promise<{ key: string; width: number; height: number; bytes: number }> {
  const { contentType, ...size } = await inspectContent(content);
  const key = newImageKey();
  await ctx.storage.put(originalKey(key), content, contentType);
  return { key, ...size };
}

/** Deletes the files of images whose rows are gone. Idempotent. */
export async function removeImages(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await ctx.storage.removeFolder(`media/${key}`);
    await ctx.storage.removeFolder(`originals/${key}`);
  }
}

/** Records the job that makes the variants of a stored original. */
export async function recordProcessing(tx: Transaction, owner: number, imageId: number): Promise<void> {
  const round = await tx.em().count(Image, { owner, status: 'processing' });
  await recordJob(tx, { name: 'images.process', payload: { imageId, round } });
}

/**
 * Stores an upload as an image of the caller, and records the job that processes it. Returns the id of the image. Throws the
 * refusals of an unsuitable image.
 */
export async function attachImage(
  ctx: Context,
  actor: Actor,
  content: FileContent,
  target: { kind: 'profile' } | { kind: 'server' } | { kind: 'chat'; chatId: number },
): Promise<number> {
  const original = await storeOriginal(ctx, content);
  const imageId = await ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    const image = tx.em().create(Image, { owner: actor.userId, ...target, ...original });
    await tx.em().persist(image).flush();
    await recordProcessing(tx, actor.userId, image.id);
    return image.id;
  });
  await queueRecordedJobs(ctx);
  return imageId;
}
