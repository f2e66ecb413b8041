import * as z from 'zod/mini';
import {
  clientId,
  count,
  givenTime,
  id,
  key,
  optionalText,
  pageInput,
  requiredText,
  seconds,
  time,
  yearSeconds,
} from './common.ts';
import { changedEventInput, event, eventInput } from './events.ts';
import { postImage, postPicture } from './images.ts';
import { maxAlbumPictures, maxLengths } from './lengths.ts';
import { links, preview } from './linkPreviews.ts';
import { poll, pollInput } from './polls.ts';
import { userSummary } from './users.ts';

/**
 * Who sees a post, among those who see its author's posts at all: `friends` are members who follow each other, `close` the
 * author's close friends, `private` the author only.
 */
export const audience = z.enum(['public', 'friends', 'close', 'private'], key('invalid-input'));
export type Audience = z.output<typeof audience>;

/** Who, among those who see a post, may comment on it besides its author. */
export const commentAudience = z.enum(['everyone', 'friends', 'nobody'], key('invalid-input'));
export type CommentAudience = z.output<typeof commentAudience>;

/** A post as the caller sees it: the same form in all lists and on all screens. */
export const post = z.object({
  postId: id,
  userId: id,
  caption: z.string(),
  location: z.nullable(z.string()),
  latitude: z.null(),
  longitude: z.null(),
  imageUrl: z.nullable(z.string()),
  /** The first of `images`. */
  image: z.nullable(postImage),
  /** The first ten pictures at most, of an album the first five; GET /posts/{id}/images lists all. */
  images: z.array(postPicture),
  /** The number of all pictures that the caller sees. */
  imagesCount: count,
  createdAt: time,
  /** When the author last changed the post; null if they did not. */
  editedAt: z.nullable(time),
  user: userSummary,
  likesCount: count,
  commentsCount: count,
  likedByMe: z.boolean(),
  savedByMe: z.boolean(),
  audience,
  /** Whether the audience is frozen: members who join it later do not see the post. Always false for anybody but the author. */
  audienceFrozen: z.boolean(),
  comments: commentAudience,
  /** When the post expires; null if it does not. */
  expiresAt: z.nullable(time),
  links,
  /** The post's date and place; null if it is not an event. */
  event: z.nullable(event),
  poll: z.nullable(poll),
  /** Whether the members whom the caption mentions may add pictures. */
  album: z.boolean(),
  /** Whether the caller may add pictures: the author, and in an album who had a mentioned name when it was written. */
  mayAddPictures: z.boolean(),
});
export type PostView = z.output<typeof post>;

const caption = requiredText(maxLengths.caption, 'caption-required', 'caption-too-long');

const location = z.nullish(optionalText(maxLengths.location, 'location-too-long'));
export const createPostInput = z.object({
  userId: id,
  caption,
  location,
  latitude: z.optional(z.unknown()),
  longitude: z.optional(z.unknown()),
  clientId: z.optional(clientId),
  audience: z.optional(audience),
  audienceFrozen: z.optional(z.boolean(key('invalid-input'))),
  comments: z.optional(commentAudience),
  expiresAt: z.nullish(givenTime),
  /** In place of `expiresAt`: the number of seconds after which the post expires, from an hour to a year. */
  expiresInSeconds: z.optional(seconds(3_600, yearSeconds)),
  /** The number of pictures that the client will upload: other members see the post once all are processed, or after a minute. */
  pictures: z.optional(z.int(key('invalid-input')).check(z.minimum(0), z.maximum(maxAlbumPictures))),
  preview,
  /** At most one of `event`, `poll` and `album` can be given. */
  event: z.optional(eventInput),
  poll: z.optional(pollInput),
  album: z.optional(z.boolean(key('invalid-input'))),
});
export const updatePostInput = z.object({
  postId: id,
  userId: z.optional(id),
  caption,
  location,
  latitude: z.optional(z.unknown()),
  longitude: z.optional(z.unknown()),
  audience: z.optional(audience),
  audienceFrozen: z.optional(z.boolean(key('invalid-input'))),
  comments: z.optional(commentAudience),
  /** The event's new date and place; unchanged if not given. Only for a post that is an event. */
  event: z.optional(changedEventInput),
});
export const postByIdInput = z.object({ postId: id });
export const userPostsInput = z.extend(pageInput, { userId: id });
