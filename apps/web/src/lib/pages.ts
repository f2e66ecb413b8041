/** How an infinite query goes on, and how long its pages stay fresh: live events patch them meanwhile. */
export const paging = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  staleTime: 5 * 60_000,
};

export const itemsOf = <T>(data: { pages: { items: T[] }[] } | undefined): T[] =>
  data?.pages.flatMap((page) => page.items) ?? [];
