import type { ArchiveFile } from '../archive.ts';
import { type Found, fieldsOf, makeFit, type RawPost, textOf } from '../foundPost.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** Instagram writes each byte of UTF-8 as a character of its own; a text that is none of these is left as it is. */
export function mended(text: string): string {
  if (/[^\0-\xff]/.test(text)) return text;
  try {
    return strict.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/**
 * An entry of `posts_1.json`, or of the older `media.json`. A path is that in the archive, which may lie in a folder. Instagram does
 * not say who sees a post, only a whole account is private: such posts are for everybody who sees their member's posts.
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
    caption: mended(caption),
    location: mended(textOf(post.location)),
    audience: 'public',
    comments: 'everyone',
    createdAt,
    editedAt: null,
    expiresAt: null,
    pictures: media.map((each, i) => {
      const path = paths[i] ?? '';
      return { name: path, file: find(path), alt: mended(descriptionOf(each)) };
    }),
  };
  return makeFit(raw, now);
}

/** Only some downloads have the descriptions that people wrote. */
const descriptionOf = (medium: Record<string, unknown>): string =>
  textOf(medium.accessibility_caption) ||
  textOf(fieldsOf(fieldsOf(medium.media_metadata).photo_metadata).accessibility_caption);
