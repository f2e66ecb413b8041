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
  const image = await ctx.db.em().transactional(async (em) => {
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

/** Gives an image up for good: its bytes could not be read. Whatever it was meant for is as it was. */
export async function failImage(ctx: Context, imageId: number, reason: string): Promise<void> {
  const image = await ctx.db.em().transactional(async (em) => {
    const [row]: ImageRow[] = await em.execute(
      `select owner_id, kind, key, post_id from images where id = ? and status = 'processing' for update`,
      [imageId],
    );
    if (!row) return null;
    await em.execute('update posts set image_id = null where image_id = ?', [imageId]);
    await em.execute('delete from images where id = ?', [imageId]);
    addToOutbox(em, { name: 'images.remove', payload: { keys: [row.key] } });
    return row;
  });
  ctx.log.warn({ imageId, reason }, 'image given up');
  if (!image) return;
  await flushOutbox(ctx);
  announceImage(ctx, imageId, Number(image.owner_id), 'failed');
  if (image.post_id !== null) announcePost(ctx, Number(image.post_id), Number(image.owner_id));
}

function announcePost(ctx: Context, postId: number, authorId: number): void {
  announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId } });
}

function announceImage(ctx: Context, imageId: number, ownerId: number, status: 'ready' | 'failed'): void {
  announce(ctx, { name: 'image.processed', to: null, payload: { imageId, ownerId, status } });
}
