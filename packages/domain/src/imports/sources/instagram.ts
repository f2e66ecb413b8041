import type { ArchiveFile } from '../archive.ts';
import { type Found, fieldsOf, makeFit, type RawPost, textOf } from '../foundPost.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** Decodes a text of Instagram, in which each byte of UTF-8 is a character of its own; other texts are returned unchanged. */
export function fixEncoding(text: string): string {
  if (/[^\0-\xff]/.test(text)) return text;
  try {
    return strict.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/**
 * An entry of `posts_1.json`, or of the older `media.json`. Paths are relative to the archive, which may be inside a folder.
 * Instagram has no audience per post, only private accounts, so its posts are for everybody who may see the account.
 */
export function readInstagramPost(item: unknown, find: (path: string) => ArchiveFile | null, now: Date): Found {
  const post = fieldsOf(item);
  const media = (Array.isArray(post.media) ? post.media : [post]).map(fieldsOf);
  const first = media[0] ?? {};
  const paths = media.map(({ uri, path }) => textOf(uri) || textOf(path));
  const caption = [post.title, post.caption, first.title].map(textOf).find(Boolean) ?? '';
  const createdAt = [post.creation_timestamp, first.creation_timestamp, post.taken_at].find(Boolean);
  const raw: RawPost = {
    key: `instagram:${String(createdAt)}:${paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).join(',')}`,
    caption: fixEncoding(caption),
    location: fixEncoding(textOf(post.location)),
    audience: 'public',
    comments: 'everyone',
    createdAt,
    editedAt: null,
    expiresAt: null,
    pictures: media.map((each, i) => {
      const path = paths[i] ?? '';
      return { name: path, file: find(path), alt: fixEncoding(descriptionOf(each)) };
    }),
  };
  return makeFit(raw, now);
}

/** The description of a picture, which only some downloads contain. */
const descriptionOf = (medium: Record<string, unknown>): string =>
  textOf(medium.accessibility_caption) ||
  textOf(fieldsOf(fieldsOf(medium.media_metadata).photo_metadata).accessibility_caption);
