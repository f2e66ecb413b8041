import type { ArchiveFile } from '../archive.ts';
import { type ArchiveItem, fieldsOf, listOf, type RawPost, textOf, toArchiveItem } from '../archivePost.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** Match the UTF-8 bytes of a character that has several, and those of such a character that was cut off. */
const character = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const cutCharacter = /(?:[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{1,2})(?![\x80-\xbf])/g;

/**
 * Decodes a text of Instagram, in which each byte of UTF-8 is a character of its own. Instagram shortens texts by bytes, so a cut
 * character is left out. Other texts are returned unchanged.
 */
export function fixEncoding(text: string): string {
  if (/[^\0-\xff]/.test(text)) return text;
  const whole = text.replace(cutCharacter, '');
  // If the text contains other characters of several bytes, a single first byte at its end is also a cut-off character.
  const bytes = whole.search(character) < 0 ? whole : whole.replace(/[\xc2-\xf4]$/, '');
  try {
    return strict.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return text;
  }
}

/**
 * An entry of `posts_1.json`, `reels.json` or `igtv_videos.json`, or of the older `media.json`. Paths are relative to the archive, which
 * may be inside a folder. Instagram has no audience per post, only private accounts, so its posts are for everybody who may see the account.
 */
export function readInstagramPost(item: unknown, find: (path: string) => ArchiveFile | null, now: Date): ArchiveItem {
  const post = fieldsOf(item);
  const media = (Array.isArray(post.media) ? listOf(post.media) : [post]).map(fieldsOf);
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
  return toArchiveItem(raw, now);
}

/** The description of a picture, which only some downloads contain. */
const descriptionOf = (medium: Record<string, unknown>): string =>
  textOf(medium.accessibility_caption) ||
  textOf(fieldsOf(fieldsOf(medium.media_metadata).photo_metadata).accessibility_caption);
