import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { PostPage, PostView } from '../../lib/types.ts';

type Pages = InfiniteData<PostPage>;
type Change = Partial<PostView> | ((post: PostView) => Partial<PostView>);

const containsPosts = (key: readonly unknown[]): boolean => {
  const path = key[0] as string[] | undefined;
  return (
    ['posts', 'feed', 'bookmarks', 'tags'].includes(path?.[0] ?? '') || (path?.[0] === 'search' && path[1] === 'posts')
  );
};

const isPages = (data: unknown): data is Pages => Array.isArray((data as Pages | undefined)?.pages);
const isPost = (data: unknown): data is PostView => typeof (data as PostView | undefined)?.postId === 'number';

function updateQueries(
  client: QueryClient,
  onPages: (pages: Pages) => Pages,
  onPost: (post: PostView) => PostView,
  where = (_path: string[]) => true,
): void {
  const chosen = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    containsPosts(queryKey) && where(queryKey[0] as string[]);
  client.setQueriesData({ predicate: chosen }, (data: unknown) => {
    if (isPages(data)) return onPages(data);
    return isPost(data) ? onPost(data) : data;
  });
}

const mapItems = (pages: Pages, map: (items: PostView[]) => PostView[]): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => {
    const items = map(page.items);
    return items === page.items ? page : { ...page, items };
  }),
});

/** Changes a post in every cached query that contains it. */
export function patchPost(client: QueryClient, postId: number, change: Change): void {
  const apply = (post: PostView): PostView =>
    post.postId === postId ? { ...post, ...(typeof change === 'function' ? change(post) : change) } : post;
  const patchItems = (items: PostView[]) => (items.some((post) => post.postId === postId) ? items.map(apply) : items);
  updateQueries(client, (pages) => mapItems(pages, patchItems), apply);
}

/** Removes matching posts from all cached lists, or only from the lists whose path satisfies `where`. */
export function removePosts(
  client: QueryClient,
  matches: (post: PostView) => boolean,
  where?: (path: string[]) => boolean,
): void {
  const without = (items: PostView[]) => (items.some(matches) ? items.filter((post) => !matches(post)) : items);
  updateQueries(
    client,
    (pages) => mapItems(pages, without),
    (post) => post,
    where,
  );
}

export const removePost = (client: QueryClient, postId: number): void =>
  removePosts(client, (post) => post.postId === postId);

/** Adds the member's new post at the top of the member's own list and of the home feed, if these are loaded. */
export function addPost(client: QueryClient, post: PostView): void {
  const onTop = (data: unknown) => {
    if (!isPages(data) || data.pages.some((page) => page.items.some((p) => p.postId === post.postId))) return data;
    const [first, ...rest] = data.pages;
    return first ? { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] } : data;
  };
  const shown = client.getQueryCache().findAll({
    predicate: ({ queryKey }) => {
      const [path, options] = queryKey as [string[], { input?: { userId?: number } } | undefined];
      return (
        path[0] === 'feed' || (path[0] === 'posts' && path[1] === 'byUser' && options?.input?.userId === post.userId)
      );
    },
  });
  for (const query of shown) {
    // setQueryData clears the invalidated state, so a list that was waiting for a refetch is invalidated again.
    const { isInvalidated, dataUpdatedAt } = query.state;
    client.setQueryData(query.queryKey, onTop, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}

/** Returns all posts in the cache. A post may occur more than once. */
export function cachedPosts(client: QueryClient): PostView[] {
  const cached = client.getQueriesData({ predicate: (query) => containsPosts(query.queryKey) });
  return cached.flatMap(([, data]) => {
    if (isPages(data)) return data.pages.flatMap((page) => page.items);
    return isPost(data) ? [data] : [];
  });
}

/** Returns the post with this id, if any cached query contains it. */
export const findPost = (client: QueryClient, postId: number): PostView | undefined =>
  cachedPosts(client).find((post) => post.postId === postId);
