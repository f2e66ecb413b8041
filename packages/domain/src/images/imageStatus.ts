import { Image, imageQueries, LockMode, messageQueries, Post, User } from '@kith/db';
import { announce, queueRecordedJobs, recordJob } from '../afterCommit.ts';
import { announceGroupPicture, showInGroup } from '../chats/groupPicture.ts';
import type { Actor, Context } from '../context.ts';
import { announceMessage, deleteMessage } from '../messages/changeMessages.ts';
import { showPost } from '../posts/createPost.ts';

/**
 * Returns an image that is still to be processed; null if it is deleted, processed or given up, for example because the job
 * runs twice.
 */
export async function findImageToProcess(
  ctx: Context,
  imageId: number,
): Promise<{ id: number; key: string; kind: 'post' | 'profile'; pixels: number; createdAt: Date } | null> {
  const image = await ctx.db.em().findOne(Image, { id: imageId, status: 'processing' });
  if (!image) return null;
  const { id, key, kind, width, height, createdAt } = image;
  return {
    id,
    key,
    kind: kind === 'profile' || kind === 'chat' ? 'profile' : 'post',
    pixels: Number(width) * Number(height),
    createdAt,
  };
}

/**
 * The maximum number of consecutive attempts at an image that end without a result, for example because the image crashes the
 * worker. After that it is given up.
 */
export const maxAttempts = 3;

/**
 * Counts an attempt in the image's row before the attempt begins, so that the count survives a crash of the worker or of the
 * queue. Returns the count, or null if the image is deleted, processed or given up.
 */
export async function beginAttempt(ctx: Context, imageId: number): Promise<number | null> {
  const [begun] = await ctx.db.run(imageQueries.beginAttempt, [imageId]);
  return begun?.attempts ?? null;
}

/**
 * Resets the count after an attempt that did not crash the worker: a later failure, such as the storage's, is not the picture's
 * fault.
 */
export async function endAttempt(ctx: Context, imageId: number): Promise<void> {
  await ctx.db.em().nativeUpdate(Image, { id: imageId }, { attempts: 0 });
}

/** The worker's result: upright size in pixels, thumbhash in base64, widths of the variants in pixels. */
export interface ProcessedImage {
  width: number;
  height: number;
  thumbhash: string;
  widths: number[];
  /** The size of all variants together, in bytes. */
  bytes: number;
}

type EntityManager = ReturnType<Context['db']['em']>;

/**
 * Locks the post of an image and then the image itself until the transaction ends. Returns null if the image is deleted or has
 * another status.
 */
async function lockImage(ctx: Context, em: EntityManager, id: number, status: 'processing' | 'failed') {
  await ctx.db.run(imageQueries.lockPostOf, [id], em);
  return em.findOne(Image, { id, status }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Shows a processed image and removes the images that it replaces. Returns false if the image was deleted meanwhile: then the
 * caller must delete its files.
 */
export async function finishImage(ctx: Context, imageId: number, made: ProcessedImage): Promise<boolean> {
  const image = await ctx.db.transaction(async (em) => {
    const image = await lockImage(ctx, em, imageId, 'processing');
    if (!image) return null;
    em.assign(image, { ...made, status: 'ready', madeAt: ctx.clock.now() });
    await em.flush();
    const keys =
      image.kind === 'profile'
        ? await showPicture(em, image)
        : image.kind === 'post'
          ? await showInPost(ctx, em, image)
          : image.kind === 'chat'
            ? await showInGroup(ctx, em, image)
            : [];
    if (keys.length > 0) await recordJob(ctx, em, { name: 'images.remove', payload: { keys } });
    return image;
  });
  if (!image) return false;
  const ownerId = image.owner.id;
  await queueRecordedJobs(ctx);
  announceImage(ctx, imageId, ownerId, 'ready');
  if (image.kind === 'profile') announce(ctx, { name: 'user.changed', to: null, payload: { userId: ownerId } });
  else if (image.kind === 'post') await announceChangedPost(ctx, Number(image.postId), ownerId);
  else if (image.kind === 'chat') await announceGroupPicture(ctx, image);
  else await announceChangedMessage(ctx, imageId);
  return true;
}

/** Makes the image the profile picture, deletes the rows of earlier profile pictures, and returns the keys of those. */
async function showPicture(em: EntityManager, { id, key, owner }: Image): Promise<string[]> {
  await em.nativeUpdate(User, { id: owner.id, deletedAt: null }, { pictureKey: key });
  const older = await em.find(Image, { owner: owner.id, kind: 'profile', id: { $lt: id } }, { orderBy: { id: 'asc' } });
  for (const each of older) em.remove(each);
  return older.map((each) => each.key);
}

/** Shows the image in its post; returns the keys of the image that it replaces, if any. */
async function showInPost(ctx: Context, em: EntityManager, { id, postId, position }: Image): Promise<string[]> {
  // Without a position the image is the only picture of its post, or replaces the first.
  if (position !== null) return [];
  const [replaced] = await ctx.db.run(imageQueries.replaceFirst, [Number(postId), id], em);
  return replaced?.keys ?? [];
}

/**
 * Gives an image up for good and deletes its original. A post or message that already shows a placeholder for it shows the
 * failure there; any other post, a profile and a group stay as they were.
 */
export async function failImage(ctx: Context, imageId: number, reason: string): Promise<void> {
  const image = await ctx.db.transaction(async (em) => {
    const image = await lockImage(ctx, em, imageId, 'processing');
    if (!image) return null;
    if (image.kind === 'message' || image.position !== null || (await em.count(Post, { image: imageId })) > 0)
      em.assign(image, { status: 'failed', bytes: 0 });
    else em.remove(image);
    await recordJob(ctx, em, { name: 'images.remove', payload: { keys: [image.key] } });
    return image;
  });
  if (!image) return;
  ctx.log.warn({ imageId, reason }, 'image given up');
  await queueRecordedJobs(ctx);
  announceImage(ctx, imageId, image.owner.id, 'failed');
  if (image.postId != null) await announceChangedPost(ctx, image.postId, image.owner.id);
  if (image.kind === 'message') await announceChangedMessage(ctx, imageId);
}

/**
 * Removes a failed image from its post, or deletes the message that consists of it, because the response to the upload reports
 * the failure.
 */
export async function discardImage(ctx: Context, imageId: number): Promise<void> {
  const image = await ctx.db.transaction(async (em) => {
    const image = await lockImage(ctx, em, imageId, 'failed');
    if (!image || image.kind === 'message') return image;
    await ctx.db.run(imageQueries.removeFromPost, [Number(image.postId), imageId], em);
    return image;
  });
  if (image?.postId != null) announcePost(ctx, image.postId, image.owner.id);
  if (image?.kind !== 'message') return;
  const [row] = await ctx.db.run(messageQueries.ofPicture, [anonymousViewer, imageId]);
  if (row) await deleteMessage(ctx, { userId: row.sender_id } as Actor, { messageId: row.id });
}

const anonymousViewer = 0;

/** Publishes that a message has changed, after its picture is processed or given up. */
async function announceChangedMessage(ctx: Context, imageId: number): Promise<void> {
  const [row] = await ctx.db.run(messageQueries.ofPicture, [anonymousViewer, imageId]);
  if (row) announceMessage(ctx, 'message.changed', row);
}

/**
 * Publishes that a post has changed, after a picture is processed or given up, and publishes the post itself if it waited only
 * for this picture.
 */
async function announceChangedPost(ctx: Context, postId: number, authorId: number): Promise<void> {
  announcePost(ctx, postId, authorId);
  await showPost(ctx, { postId });
}

function announcePost(ctx: Context, postId: number, authorId: number): void {
  announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId, before: null } });
}

function announceImage(ctx: Context, imageId: number, ownerId: number, status: 'ready' | 'failed'): void {
  announce(ctx, { name: 'image.processed', to: null, payload: { imageId, ownerId, status } });
}
