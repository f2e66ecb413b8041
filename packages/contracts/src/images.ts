import * as z from 'zod/mini';

/**
 * A post's picture. Variants lie at `${url}/${width}.webp${query}` for each of `widths`; `width` × `height` are the upright
 * original's, for the frame; `thumbhash` is base64. While `status` is not `ready`, `widths` is empty.
 */
export const postImage = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string(),
  /** Empty where everybody sees the post; else a signature, `?s=`, good for its day and the next. */
  query: z.string(),
  widths: z.array(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  thumbhash: z.nullable(z.string()),
});
