import * as z from 'zod/mini';

/**
 * A post's picture. Variants are at `${url}/${width}.webp${query}` for each of `widths`; `width` × `height` is the size of the
 * upright original, for the frame; `thumbhash` is base64. Unless `status` is `ready`, `widths` is empty.
 */
export const postImage = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string(),
  /** Empty for a public post; else a signature, `?s=`, valid for its day and the next. */
  query: z.string(),
  widths: z.array(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  thumbhash: z.nullable(z.string()),
});
