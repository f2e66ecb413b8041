import type { ReactNode } from 'react';
import { LoadMore, type MorePages } from './LoadMore.tsx';
import { Rows } from './Rows.tsx';

interface Props<T> {
  name: string;
  label: string;
  items: T[];
  more: MorePages;
  /** Estimates the height of an item in pixels before the item is rendered. */
  estimate: (item: T) => number;
  /** The number of columns. Each new item is placed in the shortest column; the keyboard follows the order of the list. */
  columns?: number;
  gap?: number;
  keyOf: (item: T) => string | number;
  /** Renders an item as an `article`, with its position in the list as ARIA attributes. */
  render: (item: T, position: { 'aria-posinset': number; 'aria-setsize': number }) => ReactNode;
  /** Content below the last row while more items are loading. */
  skeleton: ReactNode;
  end?: ReactNode;
}

/** An endless feed of which only the rows near the viewport are rendered. */
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
