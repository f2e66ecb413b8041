import * as z from 'zod/mini';
import { clientId, count, id, key, optionalText, pageInput, requiredText, time } from './common.ts';
import { longest } from './lengths.ts';
import { userSummary } from './users.ts';

/**
 * A post's picture. Variants lie at `${url}/${width}.webp${query}` for each of `widths`; `width` × `height` are the upright
 * original's, for the frame; `thumbhash` is base64. While `status` is not `ready`, `widths` is empty.
 */
export const postImage = z.object({
  status: z.enum(['processing', 'ready', 'failed']),
  url: z.string(),
  /** Empty where everybody sees the post; else a signature, `?s=`, good for its day and the next. */
  query: z.string(),
  widths: z.array(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  thumbhash: z.nullable(z.string()),
});

/** Who sees a post, of those who see its author's posts at all: friends follow each other, private is for the author alone. */
export const audience = z.enum(['public', 'friends', 'private'], key('invalid-input'));
export type Audience = z.output<typeof audience>;

/** Who, of those who see a post, may comment on it besides its author. */
export const commentAudience = z.enum(['everyone', 'friends', 'nobody'], key('invalid-input'));
export type CommentAudience = z.output<typeof commentAudience>;

/** A post as every list and screen shows it. */
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
  comments: commentAudience,
});
export type PostView = z.output<typeof post>;

const caption = requiredText(longest.caption, 'caption-required', 'caption-too-long');
const location = z.nullish(optionalText(longest.location, 'location-too-long'));

export const createPostInput = z.object({
  userId: id,
  caption,
  location,
  latitude: z.optional(z.unknown()),
  longitude: z.optional(z.unknown()),
  clientId: z.optional(clientId),
  audience: z.optional(audience),
  comments: z.optional(commentAudience),
});
export const updatePostInput = z.object({
  postId: id,
  userId: z.optional(id),
  caption,
  location,
  latitude: z.optional(z.unknown()),
  longitude: z.optional(z.unknown()),
  audience: z.optional(audience),
  comments: z.optional(commentAudience),
});
export const postByIdInput = z.object({ postId: id });
export const userPostsInput = z.extend(pageInput, { userId: id });

export const likeInput = z.object({ userId: id, postId: id });
/** The state after the call, and the post's count. */
export const likeOutput = z.object({ postId: id, liked: z.boolean(), likesCount: count });
export type LikeState = z.output<typeof likeOutput>;

export const likesInput = z.extend(pageInput, { userId: z.optional(id) });
export const like = z.object({ user: z.object({ userId: id }), post: z.object({ postId: id }), createdAt: time });
export type LikeView = z.output<typeof like>;

export const comment = z.object({ commentId: id, postId: id, content: z.string(), createdAt: time, user: userSummary });
export type CommentView = z.output<typeof comment>;
/** A new comment, and how many its post has now. */
export const commentCreated = z.extend(comment, { commentsCount: count });
export type CommentCreated = z.output<typeof commentCreated>;

export const createCommentInput = z.object({
  userId: id,
  postId: id,
  content: requiredText(longest.comment, 'comment-required', 'comment-too-long'),
  clientId: z.optional(clientId),
});
export const commentByIdInput = z.object({ commentId: id });
export const postCommentsInput = z.extend(pageInput, { postId: id });
