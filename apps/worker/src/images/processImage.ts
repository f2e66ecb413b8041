import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
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
  type PictureHandlers,
  removeImages,
} from '@kith/domain';
import type { Imager } from './imager.ts';
import { type MadeImage, UnreadableImage } from './protocol.ts';

const missingOriginal = 'the original is missing';

/** How long an original may be missing before the picture is given up, in milliseconds: the store may be restarting. */
const originalTimeoutMs = 5 * 60_000;

/** What processing a picture needs: the process that makes variants, and the handlers of all kinds of pictures. */
export interface Imaging {
  imager: Imager;
  handlers: PictureHandlers;
}

/**
 * Creates the variants of one upload, publishes them and deletes the original. If the worker is killed at any point, the job
 * runs again and writes the same files. A picture that has killed the worker three times is given up.
 */
export async function processImage(ctx: Context, imaging: Imaging, { imageId }: { imageId: number }): Promise<void> {
  const image = await findImageToProcess(ctx, imageId);
  if (!image) return;
  const path = await ctx.storage.draft();
  try {
    if (!(await fetchOriginal(ctx, image.key, path))) {
      if (ctx.clock.now().getTime() - image.createdAt.getTime() < originalTimeoutMs) throw new Error(missingOriginal);
      return await failImage(ctx, imaging.handlers, imageId, missingOriginal);
    }
    const made = await makeOrGiveUp(ctx, imaging, image, path);
    if (made) await publish(ctx, imaging.handlers, image, made);
    else await removeIfGone(ctx, image);
  } finally {
    await rm(path, { force: true });
  }
}

type ImageToProcess = NonNullable<Awaited<ReturnType<typeof findImageToProcess>>>;

/** Copies the original with this key to `path`; returns false if there is none. */
async function fetchOriginal(ctx: Context, key: string, path: string): Promise<boolean> {
  const original = await ctx.storage.stream(originalKey(key));
  if (original) await pipeline(original.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return original !== null;
}

/** Creates the variants. Returns null if the image was given up, is finished, or was deleted. Throws if a retry may help. */
async function makeOrGiveUp(
  ctx: Context,
  { imager, handlers }: Imaging,
  { id, kind, pixels }: ImageToProcess,
  path: string,
): Promise<MadeImage | null> {
  const attempt = await beginAttempt(ctx, id);
  if (attempt === null) return null;
  let made: MadeImage | null = null;
  if (attempt > maxAttempts) await failImage(ctx, handlers, id, `its worker died ${maxAttempts} times`);
  else {
    try {
      made = await imager.make({ kind: handlers[kind].variants, path, pixels });
      await endAttempt(ctx, id);
    } catch (error) {
      if (!(error instanceof UnreadableImage) && attempt < maxAttempts) throw error;
      await failImage(ctx, handlers, id, (error as Error).message);
    }
  }
  return made;
}

async function publish(
  ctx: Context,
  handlers: PictureHandlers,
  image: ImageToProcess,
  { variants, size, thumbhash }: MadeImage,
): Promise<void> {
  await Promise.all(
    variants.map(({ width, bytes }) => ctx.storage.put(`media/${image.key}/${width}.webp`, bytes, 'image/webp')),
  );
  const widths = variants.map(({ width }) => width);
  const stored = variants.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (!(await finishImage(ctx, handlers, image.id, { ...size, thumbhash, widths, bytes: stored })))
    return removeIfGone(ctx, image);
  // The original's metadata may contain place and time, and nothing needs the original any more. If this process is killed
  // here, the sweep deletes the original.
  await ctx.storage.removeFolder(`originals/${image.key}`);
}

/**
 * Deletes the new files if the image was deleted meanwhile; the files stay if another run of the same job has finished the
 * image.
 */
async function removeIfGone(ctx: Context, { id, key }: ImageToProcess): Promise<void> {
  if ((await ctx.db.em().count(Image, { id })) === 0) await removeImages(ctx, [key]);
}
