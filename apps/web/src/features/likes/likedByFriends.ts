import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { nameOf } from '../../ui/PersonName.tsx';

const chunkSize = 20;

/**
 * Not an inline function, because the query library would call a new function on every render and so return a new map each
 * time.
 */
const namesByPost = (
  answers: { data?: { postId: number; userName: string; displayName: string | null }[] | undefined }[],
) => new Map(answers.flatMap(({ data = [] }) => data.map((friend) => [friend.postId, nameOf(friend)] as const)));

/** Returns, by post id, the name of a followed member who likes the post. The names are fetched separately from the posts. */
export function useLikedByFriends(posts: PostView[]): ReadonlyMap<number, string> {
  const ids = posts.map(({ postId }) => postId);
  const chunks = Array.from({ length: Math.floor(ids.length / chunkSize) }, (_, i) =>
    ids.slice(i * chunkSize, (i + 1) * chunkSize),
  );
  const rest = ids.slice(chunks.length * chunkSize);
  return trpc.useQueries(
    (t) =>
      [...chunks, rest].map((postIds) =>
        t.likes.byFriends({ postIds }, { staleTime: 5 * 60_000, enabled: postIds.length > 0 }),
      ),
    { combine: namesByPost },
  );
}
