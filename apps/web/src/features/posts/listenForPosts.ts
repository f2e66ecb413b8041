import type { QueryClient } from '@tanstack/react-query';
import { failureOf } from '../../lib/failure.ts';
import { onLive } from '../../lib/live.ts';
import { queries } from '../../lib/queries.ts';
import { announcedPosts, announcePost, withdrawPosts } from './announcedPosts.ts';
import { findPost, patchPost, removePost } from './postCache.ts';

/** Applies live events about posts that were created, changed or deleted. */
export function listenForPosts(client: QueryClient, me: number): () => void {
  const off = [
    onLive('post.created', ({ postId, authorId }) => authorId !== me && announcePost(postId)),
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
