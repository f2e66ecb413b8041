import { Image } from '@kith/db';
import {
  beginAttempt,
  type Context,
  endAttempt,
  failImage,
  findImageToProcess,
  finishImage,
  maxAttempts,
  originalKey,
  removeImages,
} from '@kith/domain';
import type { Imager } from '../imaging/imager.ts';
import { type MadeImage, UnreadableImage } from '../imaging/protocol.ts';

/**
 * Makes the pictures of one upload, shows them, and lets go of the original. Killed anywhere, it starts over and writes the
 * same files again, but for the third picture that kills it, which is given up.
 */
export async function processImage(ctx: Context, imager: Imager, { imageId }: { imageId: number }): Promise<void> {
  const image = await findImageToProcess(ctx, imageId);
  if (!image) return;
  const original = await ctx.storage.read(originalKey(image.key));
  if (!original) return failImage(ctx, imageId, 'the original is missing');
  const attempt = await beginAttempt(ctx, imageId);
  if (attempt === null) return removeIfGone(ctx, imageId, image.key);
  if (attempt > maxAttempts) return failImage(ctx, imageId, `its worker died ${maxAttempts} times`);
  let made: MadeImage;
  try {
    made = await imager.make({ kind: image.kind, bytes: original });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UnreadableImage || attempt === maxAttempts) return failImage(ctx, imageId, message);
    throw error;
  }
  await endAttempt(ctx, imageId);
  const { variants, size, thumbhash } = made;
  await Promise.all(
    variants.map(({ width, bytes }) => ctx.storage.put(`media/${image.key}/${width}.webp`, bytes, 'image/webp')),
  );
  const shown = await finishImage(ctx, imageId, { ...size, thumbhash, widths: variants.map(({ width }) => width) });
  if (!shown) return removeIfGone(ctx, imageId, image.key);
  // It may tell where and when it was taken, and nobody asks for it again. Should we die here, the sweep removes it.
  await ctx.storage.removeFolder(`originals/${image.key}`);
}

/** A second run of the job was quicker; or the image was removed while we were at it, and our files must go too. */
async function removeIfGone(ctx: Context, imageId: number, key: string): Promise<void> {
  if ((await ctx.db.em().count(Image, { id: imageId })) === 0) await removeImages(ctx, [key]);
}
