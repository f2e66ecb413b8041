import { eventInput, eventLimits, type PollInput, pollInput } from '@kith/contracts';
import { longestPoll } from '../../polls/writePoll.ts';
import type { ArchiveFile } from '../archive.ts';
import {
  type ArchiveEvent,
  type ArchiveItem,
  fieldsOf,
  listOf,
  oneOf,
  textOf,
  timeOf,
  toArchiveItem,
} from '../archivePost.ts';

const audiences = ['public', 'friends', 'close', 'private'] as const;
const commenters = ['everyone', 'friends', 'nobody'] as const;

/** The key from which an importing server derives a client id for a post that has none; every server derives the same one. */
export const keyOf = (serverUrl: string, postId: number | string): string => `kith:${serverUrl}:${postId}`;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The server that made an export. For each of the member's posts on this server that has no client id, `unnamed` maps the client
 * id that another server derives for the post to the post's id.
 */
export interface Origin {
  url: string;
  isThis: boolean;
  unnamed: ReadonlyMap<string, number>;
}

const isoOf = (value: unknown): string | null => {
  const at = new Date(textOf(value));
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

/** The event of an exported post; null if it has none, or none that could have been made here. */
function eventOf(value: unknown, now: Date): ArchiveEvent | null {
  const { startsAt, endsAt, timeZone, place, cancelledAt } = fieldsOf(value);
  const given = { startsAt: isoOf(startsAt), endsAt: isoOf(endsAt), timeZone, place };
  const { success, data } = eventInput.safeParse(given);
  if (!success) return null;
  const start = Date.parse(data.startsAt);
  const length = data.endsAt == null ? 1 : Date.parse(data.endsAt) - start;
  if (length <= 0 || length > eventLimits.length || start > now.getTime() + eventLimits.ahead) return null;
  // If the time at which it was called off is unreadable, it counts as called off now.
  return { ...data, cancelledAt: cancelledAt == null ? null : (timeOf(cancelledAt, now) ?? now.toISOString()) };
}

/**
 * The poll of an exported post, without votes, which are those of members of another server; null if it has none, or none that could have
 * been made here. A poll that was closed stays closed.
 */
function pollOf(value: unknown, now: Date): PollInput | null {
  const { options, multiple, named, closesAt } = fieldsOf(value);
  const closing = closesAt == null ? null : (isoOf(closesAt) ?? now.toISOString());
  if (closing !== null && Date.parse(closing) > now.getTime() + longestPoll) return null;
  const texts = listOf(options).map((each) => fieldsOf(each).text);
  const given = { options: texts, multiple: multiple === true, named: named === true, closesAt: closing };
  return pollInput.safeParse(given).data ?? null;
}

/** Reads an entry of `posts.json` in an export of Kith from `server`. */
export function readKithPost(
  item: unknown,
  find: (path: string) => ArchiveFile | null,
  now: Date,
  server: Origin,
): ArchiveItem {
  const post = fieldsOf(item);
  const postId = Number.isSafeInteger(post.postId) ? (post.postId as number) : null;
  const clientId = uuid.test(textOf(post.clientId)) ? textOf(post.clientId) : null;
  return toArchiveItem(
    {
      key: keyOf(server.url, postId ?? JSON.stringify([post.createdAt, post.caption])),
      clientId,
      namesMembers: server.isThis,
      ownId: server.isThis ? postId : (server.unnamed.get(clientId ?? '') ?? null),
      caption: textOf(post.caption),
      location: textOf(post.location),
      // An audience that this version does not know is replaced by the narrowest one.
      audience: oneOf(post.audience, audiences, 'private'),
      comments: oneOf(post.comments, commenters, 'nobody'),
      // If the time of freezing is unreadable, the audience counts as frozen when the post was written.
      frozenAt:
        post.audienceFrozenAt == null ? null : (timeOf(post.audienceFrozenAt, now) ?? timeOf(post.createdAt, now)),
      createdAt: post.createdAt,
      editedAt: timeOf(post.editedAt, now),
      expiresAt: textOf(post.expiresAt) || null,
      event: eventOf(post.event, now),
      poll: pollOf(post.poll, now),
      album: post.kind === 'album',
      pictures: listOf(post.pictures).map((each) => {
        const { file, poster, alt } = fieldsOf(each);
        return { name: textOf(file), file: find(textOf(file)), poster: find(textOf(poster)), alt: textOf(alt) };
      }),
    },
    now,
  );
}
