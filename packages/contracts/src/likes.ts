import * as z from 'zod/mini';
import { count, id, key, pageInput, time } from './common.ts';

export const likeInput = z.object({ userId: id, postId: id });

/** Whether the caller likes the post after the call, and the post's number of likes. */
export const likeOutput = z.object({ postId: id, liked: z.boolean(), likesCount: count });
export type LikeState = z.output<typeof likeOutput>;

export const likesInput = z.extend(pageInput, { userId: z.optional(id) });
export const likersInput = z.extend(pageInput, { postId: id });

export const like = z.object({ user: z.object({ userId: id }), post: z.object({ postId: id }), createdAt: time });
export type LikeView = z.output<typeof like>;

/** The maximum number of posts is the size of a page of the feed. */
export const likedByFriendsInput = z.object({
  postIds: z.array(id, key('invalid-input')).check(z.maxLength(20, key('invalid-input'))),
});
/** A member who likes the post and whom the caller follows. */
export const likedByFriend = z.object({ postId: id, userName: z.string(), displayName: z.nullable(z.string()) });
export const likedByFriends = z.array(likedByFriend);
export type LikedByFriend = z.output<typeof likedByFriend>;
