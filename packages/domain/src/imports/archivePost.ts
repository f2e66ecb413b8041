import { hash } from 'node:crypto';
import {
  type Audience,
  type CommentAudience,
  type EventInput,
  type ImportReason,
  maxAlbumPictures,
  maxLengths,
  maxPictures,
  type PollInput,
} from '@kith/contracts';
import { mentionedNames, textParts } from '@kith/contracts/textParts';
import { visibleText } from '@kith/contracts/visibleText';
import type { ArchiveFile } from './archive.ts';

/** A post of an archive, ready to be imported. */
export interface ArchivePost {
  /**
   * An id that is derived from the source's own id of the post, so that the same post is imported only once, however often an
   * archive with it is imported.
   */
  clientId: string;
  /** The id that the post has on this server, if it can be told from the archive; null otherwise. */
  ownId: number | null;
  caption: string;
  location: string | null;
  audience: Audience;
  comments: CommentAudience;
  /** When the audience was frozen; null if it is not frozen. */
  frozenAt: string | null;
  createdAt: string;
  editedAt: string | null;
  expiresAt: string | null;
  event?: ArchiveEvent | null;
  poll?: PollInput | null;
  album?: boolean;
  /** `at` is the place among all pictures of the post, `poster` the picture of a video. */
  pictures: { file: ArchiveFile; poster?: ArchiveFile | undefined; alt: string | null; at: number }[];
  /** Set if the pictures complete a post that was imported before without them, or not at all because it lacked all. */
  gap?: { id: number; isNew: boolean; left: MissingPicture[] };
}

/** The date and place of a post of the archive that is an event, which may be over. */
export type ArchiveEvent = EventInput & { cancelledAt: string | null };

export interface MissingPicture {
  name: string;
  alt: string | null;
  at: number;
}

/** A post some pictures of which were missing in its archive. `isNew` means that nothing of the post was imported. */
export interface IncompletePost extends Omit<ArchivePost, 'pictures' | 'gap'> {
  missing: MissingPicture[];
  isNew: boolean;
}

/** The maximum number of pictures of an imported post. */
export const maxPicturesOf = ({ album }: Pick<ArchivePost, 'album'>): number =>
  album ? maxAlbumPictures : maxPictures;

/** The client id of an imported picture, by which it is added to its post only once. */
export const pictureId = (clientId: string, at: number): string => uuidOf(`${clientId}:${at}`);

/** Something in an archive that was skipped, and why. */
export interface Skipped {
  what: string;
  why: ImportReason;
}

/** What an item of an archive contains: a post, unless all of it is skipped. */
export interface ArchiveItem {
  what: string;
  post: ArchivePost | null;
  skipped: Skipped[];
  /** Set if pictures of the post are missing. */
  gap?: IncompletePost;
}

/** A post as the archive contains it, before its texts are shortened and its pictures checked. */
export interface RawPost
  extends Omit<ArchivePost, 'clientId' | 'createdAt' | 'frozenAt' | 'pictures' | 'location' | 'ownId'> {
  /** The id by which the source of the archive knows the post. */
  key: string;
  /** Whether an @name in the caption is a member of this server, and not somebody of that name elsewhere. */
  namesMembers?: boolean;
  /** The client id that the post got when it was first written; exports of Kith keep it. */
  clientId?: string | null;
  ownId?: number | null;
  frozenAt?: string | null;
  location: string;
  createdAt: unknown;
  /** `file` is null if the archive does not contain the picture. */
  pictures: { name: string; file: ArchiveFile | null; poster?: ArchiveFile | null; alt: string }[];
}

/** A version 8 UUID made from the hash of a key. */
export function uuidOf(key: string): string {
  const hex = hash('sha256', key);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** Makes a text storable: removes what the database refuses, trims it, and empties one in which nothing can be seen. */
const storable = (text: string): string => visibleText(text.toWellFormed().replaceAll('\0', ''));

/**
 * Keeps the words of a text whose @names are of another network, where the same name may be somebody else: an invisible joiner
 * behind each @ makes it mention nobody here.
 */
const withoutMentions = (text: string): string =>
  textParts(text)
    .map((part) => (part.kind === 'mention' ? `@\u2060${part.name}` : part.text))
    .join('');

/** Cuts a text to at most `maxLength` UTF-16 code units, including an ellipsis, and never within a character. */
const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** Cuts a caption that mentions nobody to its maximum length. Where the cut makes a mention of a longer name, it gets a joiner too. */
function cutWithoutMentions(caption: string): string {
  const cut = shorten(caption, maxLengths.caption);
  return mentionedNames(cut).length === 0 ? cut : withoutMentions(shorten(caption, maxLengths.caption - 1));
}

/** The maximum number of characters of a caption that are searched for mentions; a longer text is cut in any case. */
const maxRead = 2 * maxLengths.caption;

const shown = 80;
const maxNameLength = 200;

/** The maximum length of the name of a missing picture that is kept: no file of an archive has a longer one. */
const maxPathLength = 500;

/** The name of a post in the report of skipped items: its date and first words. */
export const reportNameOf = (createdAt: string | null, text: string): string =>
  storable([createdAt?.slice(0, 10), shorten(text.replace(/\s+/g, ' ').trim(), shown)].filter(Boolean).join(' '));

/** Converts a time, as text or in seconds since 1970, to ISO 8601. Null if it is invalid, before 1970 or in the future. */
export function timeOf(value: unknown, now: Date): string | null {
  const at = typeof value === 'number' ? new Date(value * 1000) : new Date(typeof value === 'string' ? value : '');
  return at.getTime() >= 0 && at <= now ? at.toISOString() : null;
}

/** Whether a file is a video or sound that can never be shown. */
const isOtherMedium = (name: string): boolean => /\.(avi|mkv|mp3|ogg|wav|srt)$/i.test(name);

/** The maximum time until an imported post expires, in milliseconds. */
const longestExpiry = 367 * 86_400_000;

/**
 * Makes a raw post importable: shortens long texts and leaves out what cannot be shown. Lists what was skipped and shortened,
 * except a shortened location.
 */
export function toArchiveItem(raw: RawPost, now: Date): ArchiveItem {
  const createdAt = timeOf(raw.createdAt, now);
  const text = storable(raw.caption).slice(0, maxRead);
  const caption = raw.namesMembers ? text : withoutMentions(text);
  const what = reportNameOf(createdAt, caption || raw.key);
  const skip = (why: ImportReason): ArchiveItem => ({ what, post: null, skipped: [{ what, why }] });
  if (createdAt === null) return skip('unknown-date');
  const left = raw.expiresAt === null ? longestExpiry : Date.parse(raw.expiresAt) - now.getTime();
  // A post that has expired is skipped, and so is one with an invalid expiry: it must not become permanent.
  if (!(left > 0 && left <= longestExpiry)) return skip('expired');
  const skipped: Skipped[] = [];
  const pictures: ArchivePost['pictures'] = [];
  const missing: MissingPicture[] = [];
  const most = maxPicturesOf(raw);
  for (const [at, { name, file, poster, alt }] of raw.pictures.entries()) {
    const note = (why: ImportReason) =>
      skipped.push({ what: `${what}: ${shorten(storable(name), maxNameLength)}`, why });
    const description = storable(alt);
    if (isOtherMedium(name)) note('video');
    else if (!file) {
      note('missing-picture');
      if (name && name.length <= maxPathLength && missing.length < most)
        missing.push({ name, alt: shorten(description, maxLengths.alt) || null, at });
    } else if (pictures.length === most) note('too-many-pictures');
    else {
      if (description.length > maxLengths.alt) note('description-cut');
      pictures.push({ file, ...(poster && { poster }), alt: shorten(description, maxLengths.alt) || null, at });
    }
  }
  const {
    audience,
    comments,
    frozenAt = null,
    editedAt,
    expiresAt,
    ownId = null,
    key,
    clientId,
    event,
    poll,
    album,
  } = raw;
  const post = {
    clientId: clientId ?? uuidOf(key),
    ownId,
    caption: raw.namesMembers ? shorten(caption, maxLengths.caption) : cutWithoutMentions(caption),
    location: shorten(storable(raw.location), maxLengths.location) || null,
    audience,
    comments,
    frozenAt,
    createdAt,
    editedAt,
    expiresAt: expiresAt && new Date(expiresAt).toISOString(),
    ...(event && { event }),
    ...(poll && !event && { poll }),
    ...(album && !event && !poll && { album }),
  };
  const isNew = caption === '' && pictures.length === 0;
  // A post of this server lacks what its author has deleted here, so nothing is missing.
  const gap = missing.length > 0 && ownId === null && { gap: { ...post, missing, isNew } };
  if (isNew) return { ...skip(skipped[0]?.why ?? 'no-content'), ...gap };
  if (caption.length > maxLengths.caption) skipped.push({ what, why: 'text-cut' });
  return { what, skipped, post: { ...post, pictures }, ...gap };
}

/** An object of an archive's JSON, whose fields may be of any type. */
export type Fields = Record<string, unknown>;
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
/** A list, at most its first 200 entries: no post anywhere has more pictures than an album. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxAlbumPictures) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const oneOf = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
  known.includes(value as T) ? (value as T) : otherwise;
