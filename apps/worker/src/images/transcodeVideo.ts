import { rm, stat } from 'node:fs/promises';
import {
  type Context,
  failImage,
  fetchFile,
  findImageToProcess,
  originalKey,
  readServerSettings,
  recordProcessingAgain,
} from '@kith/domain';
import { type Imaging, removeIfGone } from './processImage.ts';

/**
 * Replaces the original of a video that browsers do not play by one that they do, and records the job that processes it. Idempotent:
 * if this job is interrupted, it begins anew.
 */
export async function transcodeVideo(ctx: Context, imaging: Imaging, { imageId }: { imageId: number }): Promise<void> {
  const image = await findImageToProcess(ctx, imageId);
  if (!image) return;
  const path = await ctx.storage.temporaryPath();
  const to = `${path}-new`;
  try {
    const { maxVideoSeconds: maxSeconds, maxVideoBytes: maxBytes } = await readServerSettings(ctx);
    const done =
      imaging.ffmpeg !== null &&
      (await fetchFile(ctx, originalKey(image.key), path)) &&
      (await imaging.ffmpeg.transcode(path, to, { maxSeconds, maxBytes }));
    if (!done) return await failImage(ctx, imaging.handlers, imageId, 'it cannot be transcoded', image.failure);
    // ffmpeg ends with success where it reaches the limit of the size, with the rest of the video left out.
    if ((await stat(to)).size >= maxBytes)
      return await failImage(ctx, imaging.handlers, imageId, 'it is too large', 'video-too-large');
    await ctx.storage.put(originalKey(image.key), { file: to }, 'video/mp4');
    await removeIfGone(ctx, image);
    await recordProcessingAgain(ctx, imageId);
  } finally {
    for (const file of [path, to]) await rm(file, { force: true });
  }
}
