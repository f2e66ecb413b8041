import * as z from 'zod/mini';
import { clientId, count, id, key, optionalText, pageInput, requiredText, time } from './common.ts';
import { userSummary } from './users.ts';

export const captionMaxLength = 2200;
export const locationMaxLength = 100;

/**
 * A post's picture. Variants lie at `${url}/${width}.webp` for each of `widths`; `width` × `height` are the upright
 * original's, for the frame; `thumbhash` is base64. While `status` is not `ready`, `widths` is empty.
 */
export const postImage = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string(),
  widths: z.array(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  thumbhash: z.nullable(z.string()),
});

/** Who sees a post, of those who see its author's posts at all: friends follow each other, private is for the author alone. */
export const audience = z.enum(['public', 'friends', 'private'], key('invalid-input'));

/** Who, of those who see a post, may comment on it besides its author. */
export const commenters = z.enum(['everyone', 'friends', 'nobody'], key('invalid-input'));

export const post = z.object({
  postId: id,
  userId: id,
  caption: z.string(),
  location: z.nullable(z.string()),
  latitude: z.null(),
  longitude: z.null(),
  imageUrl: z.nullable(z.string()),
  image: z.nullable(postImage),
  createdAt: time,
  user: userSummary,
  likesCount: count,
  commentsCount: count,
  likedByMe: z.boolean(),
  audience,
  commenters,
});

const caption = requiredText(captionMaxLength, 'caption-required', 'caption-too-long');
const location = z.nullish(optionalText(locationMaxLength, 'location-too-long'));

export const createPostInput = z.object({
  userId: id,
  caption,
  location,
  latitude: z.optional(z.unknown()),
  longitude: z.optional(z.unknown()),
  clientId: z.optional(clientId),
  audience: z.optional(audience),
  commenters: z.optional(commenters),
});
export const updatePostInput = z.object({
  postId: id,
  userId: z.optional(id),
  caption,
  location,
  latitude: z.optional(z.unknown()),
  longitude: z.optional(z.unknown()),
  audience: z.optional(audience),
  commenters: z.optional(commenters),
});
export const postByIdInput = z.object({ postId: id });
export const userPostsInput = z.extend(pageInput, { userId: id });
