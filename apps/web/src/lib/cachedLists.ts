import { type InfiniteData, notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from './trpc.ts';
import type { CommentView, Member, PostView, QueriesOf } from './types.ts';

// The keys of all queries that list posts, members or comments, so that a change can be applied wherever one of these is cached.
// By the types, a query that is missing here is a compile error.

export type PostList = QueriesOf<{ items: PostView[] } | { posts: PostView[] }>;

export const postLists: Record<PostList, QueryKey> = {
  'bookmarks.list': getQueryKey(trpc.bookmarks.list),
  'events.list': getQueryKey(trpc.events.list),
  'feed.home': getQueryKey(trpc.feed.home),
  'posts.byUser': getQueryKey(trpc.posts.byUser),
  'posts.list': getQueryKey(trpc.posts.list),
  'posts.popular': getQueryKey(trpc.posts.popular),
  'search.best': getQueryKey(trpc.search.best),
  'search.posts': getQueryKey(trpc.search.posts),
  'tags.posts': getQueryKey(trpc.tags.posts),
};

const people: Record<QueriesOf<{ items: Member[] } | { people: Member[] }>, QueryKey> = {
  'closeFriends.list': getQueryKey(trpc.closeFriends.list),
  'events.answers': getQueryKey(trpc.events.answers),
  'follows.followers': getQueryKey(trpc.follows.followers),
  'follows.following': getQueryKey(trpc.follows.following),
  'follows.friends': getQueryKey(trpc.follows.friends),
  'follows.requests': getQueryKey(trpc.follows.requests),
  'host.members': getQueryKey(trpc.host.members),
  'invitations.joined': getQueryKey(trpc.invitations.joined),
  'likes.likers': getQueryKey(trpc.likes.likers),
  'messages.readers': getQueryKey(trpc.messages.readers),
  'notifications.actors': getQueryKey(trpc.notifications.actors),
  'polls.voters': getQueryKey(trpc.polls.voters),
  'search.best': getQueryKey(trpc.search.best),
  'search.people': getQueryKey(trpc.search.people),
  'users.blocks': getQueryKey(trpc.users.blocks),
  'users.moderators': getQueryKey(trpc.users.moderators),
  'users.newest': getQueryKey(trpc.users.newest),
  'users.mutes': getQueryKey(trpc.users.mutes),
  'users.search': getQueryKey(trpc.users.search),
  'users.suggested': getQueryKey(trpc.users.suggested),
};
export const peopleLists = Object.values(people);

const comments: Record<QueriesOf<{ items: CommentView[] }>, QueryKey> = {
  'comments.list': getQueryKey(trpc.comments.list),
  'comments.replies': getQueryKey(trpc.comments.replies),
};
export const commentLists = Object.values(comments);

/**
 * Replaces the cached results of the queries under `keys` by `change(result)`. If `change` returns the same object, nothing
 * happens. Otherwise the result keeps its age, and an invalidated query stays invalidated.
 */
export function patchQueries<T>(client: QueryClient, keys: readonly QueryKey[], change: (data: T) => T): void {
  notifyManager.batch(() => {
    for (const query of keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))) {
      const { data, dataUpdatedAt, isInvalidated } = query.state;
      const next = data === undefined ? data : change(data as T);
      if (next === data) continue;
      query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
      if (isInvalidated) query.invalidate();
    }
  });
}

type Page<Item> = Partial<Record<'items' | 'people' | 'posts', Item[]>>;

/**
 * Changes items of the cached lists under `keys`, paged or not. `change` returns null for an item that is to be removed. `kind` is
 * the field of the items in the results of a search for everything.
 */
export function patchItems<Item>(
  client: QueryClient,
  keys: readonly QueryKey[],
  change: (item: Item) => Item | null,
  kind?: 'people' | 'posts',
): void {
  const mapPage = (page: Page<Item>): Page<Item> => {
    const field = page.items ? 'items' : (kind ?? 'items');
    const before = page[field] ?? [];
    const items = before.map(change);
    return items.every((item, index) => item === before[index])
      ? page
      : { ...page, [field]: items.filter((item) => item !== null) };
  };
  patchQueries<Page<Item> | InfiniteData<Page<Item>>>(client, keys, (data) => {
    if (!('pages' in data)) return mapPage(data);
    const pages = data.pages.map(mapPage);
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  });
}
