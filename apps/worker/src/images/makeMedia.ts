import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { makeImage } from './makeImage.ts';
import type { MadeImage, MadeMedia, MediaRequest, Size } from './protocol.ts';
import { rewriteMedia } from './rewriteMedia.ts';

/** The colour of a poster if there is none: a grey that is visible on a light and on a dark page. */
const blank = { r: 110, g: 110, b: 116 };

/** Makes a poster of one colour, in the shape of a video. */
const blankPoster = (size: Size): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: blank } })
    .png()
    .toBuffer();

/**
 * Writes a video or a voice message to its new file, and makes the variants of a video's poster.
 * @throws UnreadableImage for an upload that is not supported, and for a poster that is not a picture
 */
export async function makeMedia({ path, to, poster, ...limits }: MediaRequest): Promise<MadeMedia> {
  const media = await rewriteMedia(path, to, limits);
  if (!media.size) return { media, poster: null };
  const made: MadeImage = await makeImage('post', poster ? await readFile(poster) : await blankPoster(media.size));
  return { media, poster: { ...made, size: media.size } };
}
