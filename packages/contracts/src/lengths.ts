/** The most characters of each text that people write; the tables have the same as checks. No import: forms that stand on the first page know them too. */
export const longest = {
  userName: 20,
  bio: 300,
  email: 254,
  password: 128,
  caption: 2200,
  location: 100,
  comment: 1000,
  message: 4000,
  /** What a report, or a moderator's decision, says beside its kind. */
  report: 500,
  tokenName: 60,
} as const;

export const shortestUserName = 3;

/** Most posts that one browser hears of live. */
export const mostWatched = 100;

/** The largest picture that is taken, in bytes: 15 MiB. */
export const maxImageBytes = 15 * 1024 * 1024;

/**
 * Most pixels of a picture, by its format; no other format is taken. AVIF is decoded as a whole and takes up to 24 bytes
 * for each pixel, where a JPEG takes 2 to 8: with more the decoder would not keep to its memory.
 */
export const maxPixels = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  gif: 50_000_000,
  avif: 16_000_000,
} as const;

/** Longest side of a picture, in pixels: a strip of one by millions costs a decoder seconds, whatever its area. */
export const maxImageSide = 30_000;
