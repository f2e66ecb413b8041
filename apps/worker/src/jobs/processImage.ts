import { Image } from '@kith/db';
import { type Context, failImage, findImageToProcess, finishImage, originalKey, removeImages } from '@kith/domain';
import { UnreadableImage } from '../imaging/decode.ts';
import { type MadeImage, makeImage } from '../imaging/makeImage.ts';

/** Makes the pictures of one upload and shows them. Killed anywhere, it starts over and writes the same files again. */
export async function processImage(ctx: Context, { imageId }: { imageId: number }): Promise<void> {
  const image = await findImageToProcess(ctx, imageId);
  if (!image) return;
  const original = await ctx.storage.read(originalKey(image.key));
  if (!original) return failImage(ctx, imageId, 'the original is missing');
  let made: MadeImage;
  try {
    made = await makeImage(image.kind, original);
  } catch (error) {
    if (error instanceof UnreadableImage) return failImage(ctx, imageId, error.message);
    throw error;
  }
  const { variants, size, thumbhash } = made;
  await Promise.all(
    variants.map(({ width, bytes }) => ctx.storage.put(`media/${image.key}/${width}.webp`, bytes, 'image/webp')),
  );
  const shown = await finishImage(ctx, imageId, { ...size, thumbhash, widths: variants.map(({ width }) => width) });
  // Not shown: a second run of this job was quicker, or the image was removed while we wrote its files.
  if (!shown && (await ctx.db.em().count(Image, { id: imageId })) === 0) await removeImages(ctx, [image.key]);
}
