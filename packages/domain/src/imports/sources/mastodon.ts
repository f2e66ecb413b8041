import type { Audience } from '@kith/contracts';
import type { ArchiveFile } from '../archive.ts';
import {
  type ArchiveItem,
  type Fields,
  fieldsOf,
  listOf,
  type RawPost,
  reportNameOf,
  textOf,
  timeOf,
  toArchiveItem,
} from '../archivePost.ts';
import { plainText } from '../plainText.ts';

const everybody = new Set(['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public']);

/**
 * The audience of a post; null for a direct message. Mastodon's "followers" lies between everybody and friends: Kith has no such
 * audience, so these posts become private.
 */
function audienceOf(note: Fields, actor: string): Audience | null {
  const readers = [note.to, note.cc].flat().map(textOf);
  if (readers.some((reader) => everybody.has(reader))) return 'public';
  return readers.includes(`${actor}/followers`) ? 'private' : null;
}

/**
 * Finds the file of an attachment by its whole path, by the part after `media_attachments/`, or by its name if that name is
 * unique.
 */
export function attachmentFinder(files: readonly ArchiveFile[]): (url: string) => ArchiveFile | null {
  const found = new Map<string, ArchiveFile | null>();
  for (const file of files) {
    const last = file.name.slice(file.name.lastIndexOf('/') + 1);
    found.set(`*${last}`, found.has(`*${last}`) ? null : file);
    found.set(file.name, file);
    const from = file.name.indexOf('media_attachments/');
    if (from > 0) found.set(file.name.slice(from), file);
  }
  return (url) => {
    const path = (URL.canParse(url) ? new URL(url).pathname : url).replace(/^\/+/, '');
    const from = path.indexOf('media_attachments/');
    const names = [path, ...(from > 0 ? [path.slice(from)] : []), `*${path.slice(path.lastIndexOf('/') + 1)}`];
    for (const name of names) {
      const file = found.get(name) ?? found.get(decoded(name));
      if (file) return file;
    }
    return null;
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The name of an attachment's file in the archive. That of a sound gets an extension that marks it as one. */
const nameOfAttachment = ({ url, mediaType }: Fields): string =>
  /^audio\//.test(textOf(mediaType)) ? `${textOf(url)}.mp3` : textOf(url);

/** Reads an activity of Mastodon's or Pixelfed's outbox. */
export function readActivity(item: unknown, find: (url: string) => ArchiveFile | null, now: Date): ArchiveItem {
  const activity = fieldsOf(item);
  const note = activity.type === 'Note' ? activity : fieldsOf(activity.object);
  const actor = textOf(activity.actor) || textOf(note.attributedTo);
  const published = timeOf(note.published ?? activity.published, now);
  const content = plainText(textOf(note.content));
  const what = reportNameOf(published, content || textOf(note.id) || textOf(activity.object) || textOf(activity.id));
  const skip = (why: ArchiveItem['skipped'][number]['why']): ArchiveItem => ({
    what,
    post: null,
    skipped: [{ what, why }],
  });
  if (activity.type === 'Announce') return skip('boost');
  if (note.type !== 'Note' || textOf(note.id) === '') return skip('not-a-post');
  const audience = audienceOf(note, actor);
  if (audience === null) return skip('direct-message');
  const answered = textOf(note.inReplyTo);
  if (answered !== '' && (actor === '' || !answered.startsWith(`${actor}/`))) return skip('reply');
  const raw: RawPost = {
    key: `mastodon:${textOf(note.id)}`,
    // A content warning becomes the beginning of the text.
    caption: [plainText(textOf(note.summary)), content].filter(Boolean).join('\n\n'),
    location: textOf(fieldsOf(note.location).name),
    audience,
    comments: 'everyone',
    createdAt: published,
    editedAt: timeOf(note.updated, now),
    expiresAt: null,
    pictures: listOf(note.attachment).map((each) => {
      const attachment = fieldsOf(each);
      const alt = textOf(attachment.name) || textOf(attachment.summary);
      return { name: nameOfAttachment(attachment), file: find(textOf(attachment.url)), alt };
    }),
  };
  return toArchiveItem(raw, now);
}
