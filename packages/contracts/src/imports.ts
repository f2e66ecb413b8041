import * as z from 'zod/mini';
import { count, id, time } from './common.ts';
import { audience } from './posts.ts';

/** The largest archive that is accepted, in bytes: 4 GiB. */
export const maxArchiveBytes = 4 * 2 ** 30;

/**
 * The reasons why an item of an archive was skipped or changed, in English; the web app has its own texts in the reader's
 * language.
 */
export const importReasons = {
  'not-a-zip': 'This file is not a ZIP archive, or it did not arrive whole.',
  'unknown-archive': 'This is none of the archives that can be read: those of Mastodon, Pixelfed, Instagram and Kith.',
  'html-archive': 'This download has web pages. Please ask Instagram for one in JSON format.',
  'too-many-files': 'The archive has more than 100,000 files.',
  encrypted: 'The archive is encrypted. Please choose one without a password.',
  'unsafe-path': 'The archive has a file with a path that leads outside of it.',
  'long-name': 'The archive has a file with a longer name than any system takes.',
  'symbolic-link': 'The archive has a symbolic link, which no download has.',
  overlapping: 'Files of the archive overlap, as they do only in an archive made to do harm.',
  bomb: 'The archive unpacks to far more than it holds, as only one made to do harm does.',
  'unreadable-json': 'The list of posts in the archive is damaged.',
  'too-large-json': 'The archive’s list of posts is too large to be genuine.',
  'archive-gone': 'The archive is not there any more. Please upload it again.',
  boost: 'Boosts of others’ posts are not imported.',
  reply: 'Replies to others are not imported.',
  'direct-message': 'Direct messages are not imported.',
  story: 'Stories and archived posts are not imported.',
  'not-a-post': 'Only posts are imported.',
  'too-many-posts': 'An archive’s first 20,000 posts are imported, and this is beyond them.',
  'no-content': 'It has neither text nor a picture that can be shown here.',
  'unknown-date': 'Its date cannot be read, or lies in the future.',
  expired: 'Its time is over.',
  video: 'It is a sound, or a video of a kind, length or size that cannot be shown here.',
  'missing-picture': 'The picture is not in the archive. If the download came in several files, import the others too.',
  'unsupported-picture': 'It is not a JPEG, PNG, WebP, AVIF or GIF.',
  'too-large-picture': 'The picture is larger than 15 MB, or has too many pixels.',
  'unreadable-picture': 'The picture is damaged and cannot be read.',
  'too-many-pictures': 'A post has ten pictures at most, and this one comes after them.',
  'storage-full': 'Your pictures take up all the room you have here.',
  'text-cut': 'The text was longer than 2,200 characters and was cut.',
  'description-cut': 'The description was longer than 1,500 characters and was cut.',
} as const;

export type ImportReason = keyof typeof importReasons;

const importReason = z.enum(Object.keys(importReasons) as [ImportReason, ...ImportReason[]]);

/** An uploaded archive and the state of its import. */
export const importState = z.object({
  importId: id,
  /** The state is `uploading` until the archive is complete. For a `failed` import, `skipped` contains the reason. */
  state: z.enum(['uploading', 'waiting', 'running', 'done', 'failed']),
  source: z.nullable(z.enum(['kith', 'mastodon', 'instagram'])),
  /** The size of the archive and how much of it has been received, in bytes. */
  size: count,
  received: count,
  /**
   * The number of posts in the archive, of posts already imported, and of posts still to be imported. The remaining posts of the
   * archive were skipped.
   */
  found: count,
  done: count,
  left: count,
  /** The first 1,000 items that were skipped or changed; `code` is the reason, for programs. */
  skipped: z.array(z.object({ what: z.string(), why: z.string(), code: importReason })),
  skippedCount: count,
  createdAt: time,
});
export type ImportState = z.output<typeof importState>;

/** The caller's newest import. */
export const latestImport = z.nullable(importState);

export const importByIdInput = z.object({ importId: id });

/**
 * The options of an upload. Without `audience`, each post keeps the audience that it has in the archive, mapped to the closest
 * audience of this server that is not wider.
 */
export const importOptions = z.object({ audience: z.optional(audience) });
