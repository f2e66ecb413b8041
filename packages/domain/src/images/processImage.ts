import { Image } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { addToOutbox, flushOutbox } from '../outbox.ts';

/** An image whose variants are still to be made; null when it is gone or done, which a job run twice meets. */
export async function findImageToProcess(
  ctx: Context,
  imageId: number,
): Promise<{ id: number; key: string; kind: 'post' | 'profile' } | null> {
  const image = await ctx.db.em().findOne(Image, { id: imageId, status: 'processing' });
  return image && { id: image.id, key: image.key, kind: image.kind };
}

/** Tries at making one image that may end without an answer, as when it kills the worker; then it is given up. */
export const maxAttempts = 3;

/**
 * Counts a try before it begins, on the row, where it outlives the worker and the queue's own count. Null when the image
 * is gone or done.
 */
export async function beginAttempt(ctx: Context, imageId: number): Promise<number | null> {
  const { rows } = await ctx.db.pool.query<{ attempts: number }>(
    `update images set attempts = attempts + 1 where id = $1 and status = 'processing' returning attempts`,
    [imageId],
  );
  return rows[0]?.attempts ?? null;
}

/** The try came to an end: what may still fail, as the storage, is not the picture's fault. */
export async function endAttempt(ctx: Context, imageId: number): Promise<void> {
  await ctx.db.pool.query('update images set attempts = 0 where id = $1', [imageId]);
}

/** What the worker found and made: upright size in pixels, thumbhash in base64, widths of the variants in pixels. */
export interface ProcessedImage {
  width: number;
  height: number;
  thumbhash: string;
  widths: number[];
}

interface ImageRow {
  owner_id: string;
  kind: 'post' | 'profile';
  key: string;
  post_id: string | null;
}

/** Shows a processed image in place of older ones. False when it was removed meanwhile: its files must go too. */
export async function finishImage(ctx: Context, imageId: number, made: ProcessedImage): Promise<boolean> {
  const image = await ctx.db.transaction(async (em) => {
    const [row]: ImageRow[] = await em.execute(
      `update images set status = 'ready', width = ?, height = ?, thumbhash = ?, widths = ?::int[]
       where id = ? and status = 'processing' returning owner_id, kind, key, post_id`,
      [made.width, made.height, made.thumbhash, `{${made.widths.join(',')}}`, imageId],
    );
    if (!row) return null;
    const older = row.kind === 'profile' ? await showPicture(em, imageId, row) : await showInPost(em, imageId, row);
    if (older.length > 0) addToOutbox(em, { name: 'images.remove', payload: { keys: older.map(({ key }) => key) } });
    return row;
  });
  if (!image) return false;
  const ownerId = Number(image.owner_id);
  await flushOutbox(ctx);
  announceImage(ctx, imageId, ownerId, 'ready');
  if (image.kind === 'profile') announce(ctx, { name: 'user.changed', to: null, payload: { userId: ownerId } });
  else announcePost(ctx, Number(image.post_id), ownerId);
  return true;
}

type EntityManager = ReturnType<Context['db']['em']>;

async function showPicture(em: EntityManager, imageId: number, image: ImageRow): Promise<{ key: string }[]> {
  await em.execute('update users set picture_key = ? where id = ? and deleted_at is null', [image.key, image.owner_id]);
  return em.execute(`delete from images where owner_id = ? and kind = 'profile' and id < ? returning key`, [
    image.owner_id,
    imageId,
  ]);
}

async function showInPost(em: EntityManager, imageId: number, image: ImageRow): Promise<{ key: string }[]> {
  const [post]: { id: string }[] = await em.execute('update posts set image_id = ? where id = ? returning id', [
    imageId,
    image.post_id,
  ]);
  // A post deleted meanwhile: the image goes with it.
  if (!post) return em.execute('delete from images where id = ? returning key', [imageId]);
  return em.execute('delete from images where post_id = ? and id < ? returning key', [image.post_id, imageId]);
}

/**
 * Gives an image up for good and removes its original. A post whose frame it already has shows there that it failed; any
 * other post, and a profile, is as it was.
 */
export async function failImage(ctx: Context, imageId: number, reason: string): Promise<void> {
  const image = await ctx.db.transaction(async (em) => {
    const [row]: ImageRow[] = await em.execute(
      `update images set status = 'failed' where id = ? and status = 'processing' returning owner_id, kind, key, post_id`,
      [imageId],
    );
    if (!row) return null;
    await em.execute('delete from images i where id = ? and not exists (select from posts where image_id = i.id)', [
      imageId,
    ]);
    addToOutbox(em, { name: 'images.remove', payload: { keys: [row.key] } });
    return row;
  });
  if (!image) return;
  ctx.log.warn({ imageId, reason }, 'image given up');
  await flushOutbox(ctx);
  announceImage(ctx, imageId, Number(image.owner_id), 'failed');
  if (image.post_id !== null) announcePost(ctx, Number(image.post_id), Number(image.owner_id));
}

/** Takes a failed image out of its post: whoever sent it was told so in the answer, and the post is as it was. */
export async function discardImage(ctx: Context, imageId: number): Promise<void> {
  const image = await ctx.db.transaction(async (em) => {
    await em.execute(
      `update posts set image_id = null where image_id = (select id from images where id = ? and status = 'failed')`,
      [imageId],
    );
    const [row]: ImageRow[] = await em.execute(
      `delete from images where id = ? and status = 'failed' returning owner_id, kind, key, post_id`,
      [imageId],
    );
    return row;
  });
  if (image?.post_id) announcePost(ctx, Number(image.post_id), Number(image.owner_id));
}

function announcePost(ctx: Context, postId: number, authorId: number): void {
  announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId } });
}

function announceImage(ctx: Context, imageId: number, ownerId: number, status: 'ready' | 'failed'): void {
  announce(ctx, { name: 'image.processed', to: null, payload: { imageId, ownerId, status } });
}
