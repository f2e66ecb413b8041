import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { type PostList, patchItems, patchQueries, postLists } from '../../lib/cachedLists.ts';
import { itemsOf } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostPage, PostView } from '../../lib/types.ts';

type Pages = InfiniteData<PostPage>;
type Change = Partial<PostView> | ((post: PostView) => Partial<PostView>);

const openPost = getQueryKey(trpc.posts.byId);

/** Changes a post in every cached query that contains it. */
export function patchPost(client: QueryClient, postId: number, change: Change): void {
  const apply = (post: PostView): PostView =>
    post.postId === postId ? { ...post, ...(typeof change === 'function' ? change(post) : change) } : post;
  patchItems(client, Object.values(postLists), apply, 'posts');
  patchQueries(client, [openPost], apply);
}

/** Removes matching posts from all cached lists, or only from those with these names. */
export function removePosts(
  client: QueryClient,
  matches: (post: PostView) => boolean,
  names?: readonly PostList[],
): void {
  const keys = names?.map((name) => postLists[name]) ?? Object.values(postLists);
  patchItems<PostView>(client, keys, (post) => (matches(post) ? null : post), 'posts');
}

export const removePost = (client: QueryClient, postId: number): void =>
  removePosts(client, (post) => post.postId === postId);

/**
 * Adds the member's new post at the top of the member's own list and of the home feed, if these are loaded. A list that is being
 * fetched is fetched again, because the response may not contain the post.
 */
export function addPost(client: QueryClient, post: PostView): void {
  const { postId, userId } = post;
  const keys = [postLists['feed.home'], getQueryKey(trpc.posts.byUser, { userId }, 'infinite')];
  patchQueries<Pages>(client, keys, (data) => {
    const [first, ...rest] = data.pages;
    if (!first || data.pages.some(({ items }) => items.some((each) => each.postId === postId))) return data;
    return { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] };
  });
  for (const queryKey of keys) void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
}

/** Returns all posts in the cache. A post may occur more than once. */
export function cachedPosts(client: QueryClient): PostView[] {
  const inLists = Object.values(postLists)
    .flatMap((queryKey) => client.getQueriesData<Pages | { posts: PostView[] }>({ queryKey }))
    .flatMap(([, data]) => (data && 'posts' in data ? data.posts : itemsOf(data)));
  const opened = client.getQueriesData<PostView>({ queryKey: openPost }).flatMap(([, post]) => post ?? []);
  return [...inLists, ...opened];
}

/** Returns the post with this id, if any cached query contains it. */
export const findPost = (client: QueryClient, postId: number): PostView | undefined =>
  cachedPosts(client).find((post) => post.postId === postId);
