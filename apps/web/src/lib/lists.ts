/**
 * Options of every infinite query: the cursor of the next page, and a long stale time, because live events update the pages.
 */
export const paging = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  staleTime: 5 * 60_000,
};

export const itemsOf = <T>(data: { pages: { items: T[] }[] } | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? [];

// The inputs are shared, so that the route's loader, the screen and the cache functions use the same query.

export const homeInput = { limit: 20 };

export const popularInput = { limit: 24 };

export const userPostsInput = (userId: number) => ({ userId, limit: 30 });

export const tagInput = (tag: string) => ({ tag, limit: 20 });

/** The input for all chats, including those without messages. With `query`, only chats whose name contains it. */
export const chatsInput = (query: string) => ({ contacts: true, limit: 50, ...(query && { query }) });

/** The input for chats that strangers have started and that the viewer has not accepted yet. */
export const requestsInput = { requests: true, limit: 50 };

/** The input for chats that the viewer has archived. */
export const archivedInput = { archived: true, limit: 50 };

export type Order = 'newest' | 'oldest';

/** The input for the comments of a post. */
export const commentsInput = (postId: number, order: Order = 'newest') =>
  order === 'newest' ? { postId, limit: 20 } : { postId, limit: 20, order };

export const followRequestsInput = { limit: 20 };

/** The filters of the list of notifications. */
export const filters = ['all', 'follow', 'likes', 'comments'] as const;
export type Filter = (typeof filters)[number];

const kinds = { follow: 'follow', likes: 'like', comments: 'comment' } as const;

export const notificationsInput = (filter: Filter) =>
  filter === 'all' ? { limit: 20 } : { limit: 20, kind: kinds[filter] };
