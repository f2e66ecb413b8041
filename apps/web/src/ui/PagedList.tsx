import type { ReactNode } from 'react';
import { LoadMore, type MorePages } from './LoadMore.tsx';
import { Rows } from './Rows.tsx';

interface Props<T> {
  name: string;
  label: string;
  items: T[];
  more: MorePages;
  /** A first estimate of an item's height. */
  estimate: (item: T) => number;
  /** The number of columns, each new item below the shortest; keyboard order follows the list. */
  columns?: number;
  gap?: number;
  keyOf: (item: T) => string | number;
  /** Renders an `article`; position and size of the set are for its aria attributes. */
  render: (item: T, position: { 'aria-posinset': number; 'aria-setsize': number }) => ReactNode;
  /** Shown below the last row while more is loading. */
  skeleton: ReactNode;
  end?: ReactNode;
}

/** An endless feed that renders only rows near the viewport. */
export function PagedList<T>(props: Props<T>) {
  const { name, label, items, more, estimate, columns = 1, gap = 0, keyOf, render, skeleton, end } = props;
  const { hasNextPage, isFetchingNextPage } = more;

  return (
    <>
      <Rows
        aria={{ role: 'feed', 'aria-label': label, 'aria-busy': isFetchingNextPage }}
        name={`${name}-${columns}`}
        count={items.length}
        estimate={(index) => estimate(items[index] as T)}
        lanes={columns}
        gap={gap}
        keyOf={(index) => keyOf(items[index] as T)}
        render={(index) =>
          render(items[index] as T, {
            'aria-posinset': index + 1,
            'aria-setsize': hasNextPage ? -1 : items.length,
          })
        }
      />
      <LoadMore more={more} ahead={2_000} skeleton={<div className="w-full">{skeleton}</div>} />
      {!hasNextPage && end}
    </>
  );
}
