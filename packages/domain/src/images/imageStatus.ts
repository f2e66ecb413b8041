import { Image, imageQueries, LockMode, type MediaKind, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import type { PictureHandlers } from './pictureHandler.ts';

/**
 * Returns an image that is still to be processed; null if it is deleted, processed or given up, for example because the job
 * runs twice.
 */
export async function findImageToProcess(
  ctx: Context,
  imageId: number,
): Promise<{
  id: number;
  key: string;
  kind: Image['kind'];
  media: MediaKind;
  pixels: number;
  failure: string | null;
  createdAt: Date;
} | null> {
  const image = await ctx.db.em().findOne(Image, { id: imageId, status: 'processing' });
  if (!image) return null;
  const { id, key, kind, media, width, height, failure = null, createdAt } = image;
  return { id, key, kind, media, pixels: Number(width) * Number(height), failure, createdAt };
}

/** The number of consecutive attempts at an image after which an error of its own process is for good. */
export const maxAttempts = 3;

/**
 * The maximum number of consecutive attempts at an image that end without a result, because the worker died. After that it is given
 * up. It is high, because on a bad night a worker dies for other reasons than the image, which has a process of its own.
 */
export const maxDeaths = 10;

/**
 * Counts an attempt in the image's row before the attempt begins, so that the count survives a crash of the worker or of the
 * queue. Returns the count, or null if the image is deleted, processed or given up.
 */
export const beginAttempt = (ctx: Context, imageId: number): Promise<number | null> =>
  ctx.db.transaction(async (tx) => {
    const processing = { id: imageId, status: 'processing' as const };
    const image = await tx.em().findOne(Image, processing, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!image) return null;
    image.attempts += 1;
    return image.attempts;
  });

/**
 * Resets the count after an attempt that did not crash the worker: a later failure, such as the storage's, is not the picture's
 * fault.
 */
export async function endAttempt(ctx: Context, imageId: number): Promise<void> {
  await ctx.db.em().nativeUpdate(Image, { id: imageId }, { attempts: 0 });
}

/** Records the job that converts a video, which is refused for `failure` as it is. Idempotent. */
export async function recordTranscoding(ctx: Context, imageId: number, failure: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const image = { id: imageId, status: 'processing' as const, failure: null };
    if ((await tx.em().nativeUpdate(Image, image, { failure })) === 0) return;
    await recordJob(tx, { name: 'images.transcode', payload: { imageId } });
  });
  await queueRecordedJobs(ctx);
}

/** Records the job that processes a video once more, after it was converted. */
export async function recordProcessingAgain(ctx: Context, imageId: number): Promise<void> {
  await ctx.db.transaction((tx) => recordJob(tx, { name: 'images.process', payload: { imageId, converted: true } }));
  await queueRecordedJobs(ctx);
}

/** The worker's result: upright size in pixels, thumbhash in base64, widths of the variants in pixels; null for a voice message. */
export interface ProcessedImage {
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  widths: number[];
  /** The size of all files together, in bytes. */
  bytes: number;
  /** The container and the length of a video or a voice message. */
  container?: 'mp4' | 'webm';
  durationMs?: number;
}

/**
 * Locks the post of an image, if it has one, and then the image itself until the transaction ends. Returns null if the image is
 * deleted or has another status.
 */
export async function lockImage(tx: Transaction, id: number, status: 'processing' | 'failed') {
  const unlocked = await tx.em().findOne(Image, { id }, { disableIdentityMap: true });
  // In this order also when pictures are reordered.
  if (unlocked?.postId) await tx.run(imageQueries.lockPost, [unlocked.postId]);
  return tx.em().findOne(Image, { id, status }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Shows a processed image and removes the images that it replaces. Returns false if the image was deleted meanwhile: then the
 * caller must delete its files.
 */
export async function finishImage(
  ctx: Context,
  handlers: PictureHandlers,
  imageId: number,
  made: ProcessedImage,
): Promise<boolean> {
  const image = await ctx.db.transaction(async (tx) => {
    const image = await lockImage(tx, imageId, 'processing');
    if (!image) return null;
    tx.em().assign(image, { ...made, status: 'ready', failure: null });
    await tx.em().flush();
    const keys = await handlers[image.kind].show(tx, image);
    if (keys.length > 0) await recordJob(tx, { name: 'images.remove', payload: { keys } });
    return image;
  });
  if (!image) return false;
  await announceImage(ctx, handlers, imageId, image, 'ready');
  return true;
}

/**
 * Gives an image up for good and deletes its original. `failure` is the code of the refusal, and the codec that is not taken.
 * Where members already see a placeholder for it, they see the failure there; otherwise its row is deleted too, and all stays as
 * it was.
 */
export async function failImage(
  ctx: Context,
  handlers: PictureHandlers,
  imageId: number,
  reason: string,
  failure: string | null = null,
): Promise<void> {
  const image = await ctx.db.transaction(async (tx) => {
    const image = await lockImage(tx, imageId, 'processing');
    if (!image) return null;
    if (await handlers[image.kind].showsFailure(tx, image))
      tx.em().assign(image, { status: 'failed', bytes: 0, failure });
    else tx.em().remove(image);
    await recordJob(tx, { name: 'images.remove', payload: { keys: [image.key] } });
    return image;
  });
  if (!image) return;
  ctx.log.warn({ imageId, reason }, 'image given up');
  await announceImage(ctx, handlers, imageId, image, 'failed');
}

/**
 * Queues the jobs that were recorded with the new status, and publishes the status to the waiting upload and to members. `id` is
 * the id of the image, which MikroORM may unset once the row is deleted.
 */
async function announceImage(
  ctx: Context,
  handlers: PictureHandlers,
  id: number,
  image: Image,
  status: 'ready' | 'failed',
): Promise<void> {
  await queueRecordedJobs(ctx);
  void announce(ctx, { name: 'image.processed', to: null, payload: { imageId: id, ownerId: image.owner.id, status } });
  await handlers[image.kind].announce(ctx, image, status);
}
