import { useCallback } from 'react';

/** What a list needs of an infinite query. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Whether a list may fetch its next page by itself; after a failure only the member does. */
export const mayFetchMore = ({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: MorePages): boolean =>
  hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

/** Fetches the next page, once, when the rows near their end. */
export function useNearEnd(more: MorePages) {
  const { fetchNextPage } = more;
  const due = mayFetchMore(more);
  return useCallback(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
}
