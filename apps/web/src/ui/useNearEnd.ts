import { useCallback } from 'react';

/** What a list needs of an infinite query. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Fetches the next page, once, when the rows near their end; after a failure only the member does. */
export function useNearEnd({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: MorePages) {
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
}
