/**
 * Returns the number from 0 to 7 of the background of a post's tile. It is a hash of the post's id, so that a grid of posts shows
 * no regular pattern.
 */
export const tintOf = (postId: number): number => Math.imul(postId, 0x9e37_79b1) >>> 29;
