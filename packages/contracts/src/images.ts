import * as z from 'zod/mini';
import { clientId, count, id, key, optionalText, pageInput } from './common.ts';
import { maxAlbumPictures, maxLengths, maxPeaks, minPeaks } from './lengths.ts';
import { userSummary } from './users.ts';

/** What was uploaded: a picture, a video, or a voice message. */
export const mediaKind = z.enum(['picture', 'video', 'voice']);
export type MediaKind = z.output<typeof mediaKind>;

/** Why an upload could not be processed: the code of a refusal, and for `unsupported-video` the codec. */
export const uploadFailure = z.object({ code: z.string(), details: z.optional(z.string()) });

/**
 * A post's picture, or a video, whose poster the variants are. Variants are at `${url}/${width}.webp${query}` for each of
 * `widths`. `width` × `height` is the size of the upright original, so that clients can reserve space for the picture;
 * `thumbhash` is base64. Unless `status` is `ready`, `widths` is empty.
 */
export const postImage = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string(),
  /** Empty for a public post; otherwise a signature, `?s=`, which is valid on the day of its creation and the next. */
  query: z.string(),
  widths: z.array(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  thumbhash: z.nullable(z.string()),
  kind: z.enum(['picture', 'video']),
  /** The address of a video's file; null for a picture, and until the video is processed. */
  videoUrl: z.nullable(z.string()),
  durationMs: z.nullable(count),
  /** For the author of the post or message and who added the picture, if it failed for a reason that can be named. */
  failure: z.optional(uploadFailure),
});

/**
 * One picture of a post. `imageUrl` is null until the picture is processed; `alt` is the author's description, if there is one.
 */
export const postPicture = z.extend(postImage, {
  imageId: id,
  imageUrl: z.nullable(z.string()),
  alt: z.nullable(z.string()),
  /** Who added the picture; in albums only. */
  user: z.optional(userSummary),
});
export type PostPicture = z.output<typeof postPicture>;

const altText = z.nullish(optionalText(maxLengths.alt, 'alt-too-long'));

/** The new description of a picture, or null for none, and the new position, from 0; a position beyond the end means the last. */
export const changeImageInput = z.object({
  postId: id,
  imageId: id,
  alt: altText,
  position: z.optional(z.int(key('invalid-input')).check(z.minimum(0), z.maximum(maxAlbumPictures - 1))),
});
export const postImageInput = z.object({ postId: id, imageId: id });
export const postImagesInput = z.extend(pageInput, { postId: id });

/** The id of an upload, in a form, in which every field is a text. */
const uploadId = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, key('invalid-input'))), z.transform(Number));

/** The form fields beside the file when a picture or a video is added to a post or sent to a chat. */
export const pictureFields = z.object({
  alt: altText,
  clientId: z.optional(clientId),
  /** Replaces the file by an upload whose parts have arrived. */
  uploadId: z.optional(uploadId),
});

const invalidPeaks = key('invalid-input');

/** The loudness of a voice message over its length: numbers from 0 to 100, separated by commas. A JSON array is taken too. */
const peaks = z.pipe(
  z.string().check(z.maxLength(4_000, invalidPeaks), z.regex(/^[\d.,[\]\s]+$/, invalidPeaks)),
  z.pipe(
    z.transform((text: string) =>
      text
        .replace(/[[\]\s]/g, '')
        .split(',')
        .map((each) => (each === '' ? Number.NaN : Math.round(Number(each)))),
    ),
    z
      .array(z.int(invalidPeaks).check(z.maximum(100, invalidPeaks)))
      .check(z.minLength(minPeaks, invalidPeaks), z.maxLength(maxPeaks, invalidPeaks)),
  ),
);

/** The form fields beside the file of a voice message. */
export const voiceFields = z.object({ peaks: z.optional(peaks), clientId: z.optional(clientId) });
