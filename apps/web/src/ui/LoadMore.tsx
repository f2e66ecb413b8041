import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Skeleton } from './Skeleton.tsx';
import { type MorePages, mayFetchMore } from './useNearEnd.ts';

/** The end of a list inside a `data-scroller`: the next page is fetched before it comes into sight. */
export function LoadMore({ more }: { more: MorePages }) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const due = mayFetchMore(more);
  useEffect(() => {
    if (!due || !mark.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      root: mark.current.closest('[data-scroller]'),
      rootMargin: '800px 0px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [due, fetchNextPage]);
  return (
    // The browser holds on to a row, not to this: else the list would stay at its top, and fetch on to its beginning.
    <div ref={mark} className="flex min-h-px justify-center [overflow-anchor:none]">
      {isFetchingNextPage && <Skeleton className="my-3 h-11 w-1/2 rounded-full" />}
      {isFetchNextPageError && (
        <Button look="quiet" small className="my-3" onClick={() => void fetchNextPage()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
