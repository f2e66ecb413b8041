import type { QueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { onLive, refetchIntervalMs, throttle } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries } from '../../lib/queries.ts';
import { isToggling } from '../../lib/toggleQueue.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';

export const likeKey = (postId: number): string => `like:${postId}`;

/** Shows a like or unlike in every cached query. Idempotent. */
export const showLike = (client: QueryClient, postId: number, likedByMe: boolean): void =>
  patchPost(client, postId, (old) => ({
    likedByMe,
    likesCount: Math.max(0, old.likesCount + Number(likedByMe) - Number(old.likedByMe)),
  }));

/** Likes or unlikes on the server, and returns the resulting state. */
export async function sendLike(
  client: QueryClient,
  userId: number,
  payload: { postId: number; liked: boolean },
): Promise<boolean> {
  const { postId } = payload;
  const { liked, likesCount } = await api.likes[payload.liked ? 'add' : 'remove'].mutate({ userId, postId });
  patchPost(client, postId, (old) => ({ likesCount: likesCount + Number(old.likedByMe) - Number(liked) }));
  return liked;
}

export const likeOutbox = (client: QueryClient, userId: number): OutboxHandlers['like'] => ({
  send: async (payload) => showLike(client, payload.postId, await sendLike(client, userId, payload)),
  show: ({ postId, liked }) => showLike(client, postId, liked),
  refused: ({ postId, liked }, error) => {
    showLike(client, postId, !liked);
    toast(`${t('post.likeFailed')} ${failureText(error)}`, { variant: 'bad' });
  },
});

/**
 * Applies likes from live events, unless a toggle for the same post is in progress in this tab. Which friends like the post is
 * fetched again.
 */
export function listenForLikes(client: QueryClient, me: number): () => void {
  const changed = new Set<number | undefined>();
  const friends = throttle(refetchIntervalMs, () => {
    void queries.likes.byFriends.invalidate(undefined, {
      predicate: ({ queryKey: [, options] }) => options?.input?.postIds?.some((postId) => changed.has(postId)) ?? false,
    });
    changed.clear();
  });
  const off = onLive('post.liked', ({ postId, userId: by, liked, likesCount }) => {
    if (by !== me) {
      changed.add(postId);
      friends.run();
    }
    if (isToggling(likeKey(postId))) return;
    patchPost(client, postId, by === me ? { likesCount, likedByMe: liked } : { likesCount });
  });
  return () => {
    off();
    friends.stop();
  };
}
