import { rm, stat } from 'node:fs/promises';
import { Image } from '@kith/db';
import {
  beginAttempt,
  type Context,
  endAttempt,
  failImage,
  fetchFile,
  findImageToProcess,
  finishImage,
  maxAttempts,
  maxDeaths,
  originalKey,
  type PictureHandlers,
  posterKey,
  readServerSettings,
  recordTranscoding,
  removeImages,
} from '@kith/domain';
import type { Ffmpeg } from './ffmpeg.ts';
import type { Imager } from './imager.ts';
import { type ImageKind, ImagingKilled, type MadeImage, type RewrittenMedia, UnreadableImage } from './protocol.ts';
import { voiceLimits } from './rewriteMedia.ts';

const missingOriginal = 'the original is missing';

/** How long an original may be missing before the picture is given up, in milliseconds: the store may be restarting. */
const originalTimeoutMs = 5 * 60_000;

/** What processing a picture needs: the process that makes variants, and the handlers of all kinds of pictures. */
export interface Imaging {
  imager: Imager;
  /** The installed ffmpeg, if the operator has named one. */
  ffmpeg: Ffmpeg | null;
  handlers: PictureHandlers;
}

/**
 * Creates the variants of one upload, publishes them and deletes the original. If the worker is killed at any point, the job
 * runs again and writes the same files. A picture whose own process crashes three times is given up, and one
 * whose process is killed for memory, or whose worker dies, ten times.
 */
export async function processImage(
  ctx: Context,
  imaging: Imaging,
  { imageId, converted }: { imageId: number; converted?: true },
): Promise<void> {
  const image = await findImageToProcess(ctx, imageId);
  // One with a failure waits to be converted.
  if (!image || (image.failure && !converted)) return;
  const path = await ctx.storage.temporaryPath();
  const temporaryFiles: TemporaryFiles = { path, poster: `${path}-poster`, to: `${path}-new` };
  try {
    if (!(await fetchFile(ctx, originalKey(image.key), path))) {
      if (ctx.clock.now().getTime() - image.createdAt.getTime() < originalTimeoutMs) throw new Error(missingOriginal);
      return await failImage(ctx, imaging.handlers, imageId, missingOriginal);
    }
    const made = await makeOrGiveUp(ctx, imaging, image, temporaryFiles);
    if (made) await publish(ctx, imaging.handlers, image, temporaryFiles.to, made);
    else await removeIfGone(ctx, image);
  } finally {
    for (const temporary of Object.values(temporaryFiles)) await rm(temporary, { force: true });
  }
}

/** The failures of videos that ffmpeg may convert: it names the codec, or the size of a picture that is too large. */
const canConvert = /^unsupported-video \S/;

type ImageToProcess = NonNullable<Awaited<ReturnType<typeof findImageToProcess>>>;

/** The local files of one upload: the original, the poster of a video, and the new file of a video or a voice message. */
interface TemporaryFiles {
  path: string;
  poster: string;
  to: string;
}

/** What was made of one upload: the variants of a picture or of a poster, the new file of a video or a voice message. */
interface MadeFiles {
  picture: MadeImage | null;
  media: RewrittenMedia | null;
}

async function make(
  ctx: Context,
  { imager, ffmpeg }: Imaging,
  { key, media, pixels }: ImageToProcess,
  { path, poster, to }: TemporaryFiles,
  variants: ImageKind,
): Promise<MadeFiles> {
  if (media === 'picture') return { picture: await imager.make({ kind: variants, path, pixels }), media: null };
  const hasPoster = media === 'video' && (await fetchFile(ctx, posterKey(key), poster));
  const limits =
    media === 'voice' ? voiceLimits : { media, maxSeconds: (await readServerSettings(ctx)).maxVideoSeconds };
  const made = await imager.makeMedia({ path, to, poster: hasPoster ? poster : null, ...limits });
  const size = made.media.size;
  if (size === null || hasPoster || !(await ffmpeg?.frame(to, poster)))
    return { picture: made.poster, media: made.media };
  const frame = await imager.make({ kind: 'post', path: poster, pixels: size.width * size.height });
  return { picture: { ...frame, size }, media: made.media };
}

/** Creates the variants. Returns null if the image was given up, is finished, or was deleted. Throws if a retry may help. */
async function makeOrGiveUp(
  ctx: Context,
  imaging: Imaging,
  image: ImageToProcess,
  temporaryFiles: TemporaryFiles,
): Promise<MadeFiles | null> {
  const { handlers } = imaging;
  const { id, kind } = image;
  const attempt = await beginAttempt(ctx, id);
  if (attempt === null) return null;
  let made: MadeFiles | null = null;
  if (attempt > maxDeaths) await failImage(ctx, handlers, id, `its worker died ${maxDeaths} times`);
  else {
    try {
      made = await make(ctx, imaging, image, temporaryFiles, handlers[kind].variants);
    } catch (error) {
      const most = error instanceof ImagingKilled ? maxDeaths : maxAttempts;
      if (!(error instanceof UnreadableImage) && attempt < most) throw error;
      const failure = error instanceof UnreadableImage ? error.failure : null;
      if (imaging.ffmpeg && !image.failure && failure && canConvert.test(failure)) {
        await recordTranscoding(ctx, id, failure);
        return null;
      }
      await failImage(ctx, handlers, id, (error as Error).message, failure);
    }
    if (made) await endAttempt(ctx, id);
  }
  return made;
}

async function publish(
  ctx: Context,
  handlers: PictureHandlers,
  image: ImageToProcess,
  file: string,
  { picture, media }: MadeFiles,
): Promise<void> {
  const { variants = [], size = null, thumbhash = null } = picture ?? {};
  await Promise.all(
    variants.map(({ width, bytes }) => ctx.storage.put(`media/${image.key}/${width}.webp`, bytes, 'image/webp')),
  );
  let stored = variants.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (media) {
    stored += (await stat(file)).size;
    const type = `${image.media === 'video' ? 'video' : 'audio'}/${media.container}`;
    await ctx.storage.put(`media/${image.key}/${image.media}.${media.container}`, { file }, type);
  }
  const widths = variants.map(({ width }) => width);
  const { width = null, height = null } = size ?? {};
  const facts = media && { container: media.container, durationMs: media.durationMs };
  const row = { width, height, thumbhash, widths, bytes: stored, ...facts };
  if (!(await finishImage(ctx, handlers, image.id, row))) return removeIfGone(ctx, image);
  // The original's metadata may contain place and time, and nothing needs the original any more. If this process is killed
  // here, the sweep deletes the original.
  await ctx.storage.removeFolder(`originals/${image.key}`);
}

/**
 * Deletes the new files if the image was deleted meanwhile; the files stay if another run of the same job has finished the
 * image.
 */
export async function removeIfGone(ctx: Context, { id, key }: Pick<ImageToProcess, 'id' | 'key'>): Promise<void> {
  if ((await ctx.db.em().count(Image, { id })) === 0) await removeImages(ctx, [key]);
}
