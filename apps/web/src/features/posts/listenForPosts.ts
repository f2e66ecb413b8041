import type { QueryClient } from '@tanstack/react-query';
import { failureOf } from '../../lib/failure.ts';
import { onLive } from '../../lib/live.ts';
import { withLaneLock } from '../../lib/outbox/send.ts';
import { queries } from '../../lib/queries.ts';
import { announcedPosts, announcePost, withdrawPosts } from './announcedPosts.ts';
import { addPost, findPost, patchPost, removePost } from './postCache.ts';

/**
 * Adds a post that the member has published, perhaps on another device. If this browser is just sending posts, waits for that,
 * because the post may be one of them.
 */
const addOwnPost = (client: QueryClient, postId: number): Promise<void> =>
  withLaneLock('post', async () =>
    addPost(client, findPost(client, postId) ?? (await queries.posts.byId.fetch({ postId }, { staleTime: 0 }))),
  );

/** The posts that are being fetched after a change, and whether each has changed once more since. */
const refreshing = new Map<number, boolean>();

/** Fetches a changed post. One that changes several times a second, as votes do, is fetched one time after the other. */
async function refreshPost(client: QueryClient, postId: number): Promise<void> {
  const isRunning = refreshing.has(postId);
  refreshing.set(postId, isRunning);
  if (isRunning) return;
  try {
    do {
      refreshing.set(postId, false);
      patchPost(client, postId, await queries.posts.byId.fetch({ postId }, { staleTime: 0 }));
    } while (refreshing.get(postId));
  } catch (error) {
    // `not-found` means that the post was deleted, or that the viewer no longer belongs to its audience.
    if (failureOf(error).code === 'not-found') removePost(client, postId);
  } finally {
    refreshing.delete(postId);
  }
}

/** Applies live events about posts that were created, changed or deleted. */
export function listenForPosts(client: QueryClient, me: number): () => void {
  const off = [
    onLive('post.created', ({ postId, authorId }) => {
      if (authorId !== me) announcePost(postId);
      else void addOwnPost(client, postId).catch(() => undefined);
    }),
    onLive('post.changed', ({ postId }) => {
      if (findPost(client, postId)) void refreshPost(client, postId);
    }),
    onLive('post.deleted', ({ postId }) => {
      removePost(client, postId);
      withdrawPosts([postId]);
    }),
  ];
  return () => {
    withdrawPosts(announcedPosts());
    for (const stop of off) stop();
  };
}
