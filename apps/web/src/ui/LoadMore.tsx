import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Skeleton } from './Skeleton.tsx';

/** The parts of an infinite query that a list needs for loading more pages. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Returns whether a list may load its next page automatically. After a failure, only the member can retry. */
export const mayFetchMore = ({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: MorePages): boolean =>
  hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

/**
 * Loads further pages as long as a list has no items. A page may be empty if the viewer may not see any of its items. Returns
 * whether items may still come, so that the list is not called empty too early.
 */
export function useFirstItems(more: MorePages, shown: number): boolean {
  const { fetchNextPage, hasNextPage, isFetchNextPageError } = more;
  const due = shown === 0 && mayFetchMore(more);
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
  return shown === 0 && hasNextPage && !isFetchNextPageError;
}

interface Props {
  more: MorePages;
  /** The distance in pixels from the viewport to the end of the list at which the next page is loaded. */
  ahead?: number;
  /** Content shown while more items are loading. */
  skeleton?: ReactNode;
}

/** Rendered at the end of a list in the page or in a `data-scroller`. Loads the next page before the end becomes visible. */
export function LoadMore({ more, ahead = 800, skeleton }: Props) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const due = mayFetchMore(more);
  useEffect(() => {
    if (!due || !mark.current) return;
    // A busy browser may report several changes in one call, and the element may have come into view in any of them.
    const seen = (changes: IntersectionObserverEntry[]) =>
      changes.some(({ isIntersecting }) => isIntersecting) && void fetchNextPage();
    const observer = new IntersectionObserver(seen, {
      root: mark.current.closest('[data-scroller]'),
      rootMargin: `${ahead}px 0px`,
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [due, ahead, fetchNextPage]);
  return (
    // Without overflow-anchor the browser would keep this element in view while rows are added above it, and so load every
    // page.
    <div ref={mark} className="flex min-h-px flex-col items-center [overflow-anchor:none]">
      {isFetchingNextPage && (skeleton ?? <Skeleton className="my-3 h-11 w-1/2 rounded-full" />)}
      {isFetchNextPageError && (
        <Button variant="quiet" small className="my-3" onClick={() => void fetchNextPage()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
