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

/** Shows a processed image. False when it was removed meanwhile: its files must go too. */
export async function finishImage(ctx: Context, imageId: number, made: ProcessedImage): Promise<boolean> {
  const done = await ctx.db.em().transactional(async (em) => {
    const [image]: { owner_id: string; kind: string; key: string }[] = await em.execute(
      `update images set status = 'ready', width = ?, height = ?, thumbhash = ?, widths = ?::int[]
       where id = ? and status = 'processing' returning owner_id, kind, key`,
      [made.width, made.height, made.thumbhash, `{${made.widths.join(',')}}`, imageId],
    );
    if (!image) return null;
    const ownerId = Number(image.owner_id);
    if (image.kind === 'profile') {
      await em.execute('update users set picture_key = ? where id = ? and deleted_at is null', [image.key, ownerId]);
      const older: { key: string }[] = await em.execute(
        `delete from images where owner_id = ? and kind = 'profile' and id < ? returning key`,
        [ownerId, imageId],
      );
      if (older.length > 0) addToOutbox(em, { name: 'images.remove', payload: { keys: older.map(({ key }) => key) } });
    }
    const [post]: { id: string }[] = await em.execute('select id from posts where image_id = ?', [imageId]);
    return { ownerId, postId: post ? Number(post.id) : null, kind: image.kind };
  });
  if (!done) return false;
  await flushOutbox(ctx);
  announceImage(ctx, imageId, done.ownerId, 'ready');
  if (done.postId !== null) {
    announce(ctx, { name: 'post.changed', to: null, payload: { postId: done.postId, authorId: done.ownerId } });
  } else {
    announce(ctx, { name: 'user.changed', to: null, payload: { userId: done.ownerId } });
  }
  return true;
}

/** Gives an image up for good: its bytes could not be read. */
export async function failImage(ctx: Context, imageId: number, reason: string): Promise<void> {
  const [image]: { owner_id: string }[] = await ctx.db
    .em()
    .execute(`update images set status = 'failed' where id = ? and status = 'processing' returning owner_id`, [imageId]);
  ctx.log.warn({ imageId, reason }, 'image given up');
  if (image) announceImage(ctx, imageId, Number(image.owner_id), 'failed');
}

function announceImage(ctx: Context, imageId: number, ownerId: number, status: 'ready' | 'failed'): void {
  announce(ctx, { name: 'image.processed', to: null, payload: { imageId, ownerId, status } });
}
