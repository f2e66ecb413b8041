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

/** Applies live events about posts that were created, changed or deleted. */
export function listenForPosts(client: QueryClient, me: number): () => void {
  const off = [
    onLive('post.created', ({ postId, authorId }) => {
      if (authorId !== me) announcePost(postId);
      else void addOwnPost(client, postId).catch(() => undefined);
    }),
    onLive('post.changed', ({ postId }) => {
      if (!findPost(client, postId)) return;
      void queries.posts.byId.fetch({ postId }, { staleTime: 0 }).then(
        (post) => patchPost(client, postId, post),
        (error) => {
          // `not-found` means that the post was deleted, or that the viewer no longer belongs to its audience.
          if (failureOf(error).code === 'not-found') removePost(client, postId);
        },
      );
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
