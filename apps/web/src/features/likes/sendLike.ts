import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { patchPost } from '../../lib/postCache.ts';

/** Shows a like, or its taking back, in every list; a second time changes nothing. */
export const showLike = (client: QueryClient, postId: number, likedByMe: boolean): void =>
  patchPost(client, postId, (old) => ({
    likedByMe,
    likesCount: Math.max(0, old.likesCount + Number(likedByMe) - Number(old.likedByMe)),
  }));

/** Sends the wish and answers what the server says it is now. */
export async function sendLike(
  client: QueryClient,
  userId: number,
  wish: { postId: number; liked: boolean },
): Promise<boolean> {
  const { postId } = wish;
  const { liked, likesCount } = await api.likes[wish.liked ? 'add' : 'remove'].mutate({ userId, postId });
  patchPost(client, postId, (old) => ({ likesCount: likesCount + Number(old.likedByMe) - Number(liked) }));
  return liked;
}
