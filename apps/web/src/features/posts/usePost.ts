import { useQueryClient } from '@tanstack/react-query';
import { failureOf } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { findPost } from './postCache.ts';

/**
 * Returns a post by its id. Until the post is fetched, returns a copy from a cached list. `gone` is true if the post does not
 * exist or the viewer may not see it.
 */
export function usePost(postId: number) {
  const client = useQueryClient();
  const query = trpc.posts.byId.useQuery({ postId }, { placeholderData: () => findPost(client, postId), retry: false });
  const gone = query.isError && failureOf(query.error).code === 'not-found';
  // If the server says that the post is gone for the viewer, the cached copy is not shown either.
  return { query, gone, post: gone ? undefined : (query.data ?? findPost(client, postId)) };
}
