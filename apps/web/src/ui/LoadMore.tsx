import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Skeleton } from './Skeleton.tsx';

/** The properties of an infinite query that a list needs. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Whether a list may load its next page by itself; after a failure only the member can. */
export const mayFetchMore = ({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: MorePages): boolean =>
  hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

/**
 * Loads more while the pages of a list are empty: a page may end early if much is hidden from the member. Returns whether more is
 * expected, so that the list is not called empty yet.
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
  /** How far below the viewport the end may be before the next page is loaded, in pixels. */
  ahead?: number;
  /** Shown while more is loading. */
  skeleton?: ReactNode;
}

/** Placed at the end of a list in the page or in a `data-scroller`: the next page is loaded before it becomes visible. */
export function LoadMore({ more, ahead = 800, skeleton }: Props) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const due = mayFetchMore(more);
  useEffect(() => {
    if (!due || !mark.current) return;
    // A busy browser reports several changes at once, oldest first.
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
    // Not a scroll anchor: the browser would keep this element in view while rows are added above it, and load every page.
    <div ref={mark} className="flex min-h-px flex-col items-center [overflow-anchor:none]">
      {isFetchingNextPage && (skeleton ?? <Skeleton className="my-3 h-11 w-1/2 rounded-full" />)}
      {isFetchNextPageError && (
        <Button look="quiet" small className="my-3" onClick={() => void fetchNextPage()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
