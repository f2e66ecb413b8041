import type { Key, ReactNode } from 'react';
import { LoadMore, type MorePages } from './LoadMore.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

interface Props<T> {
  name: string;
  label: string;
  items: T[];
  more: MorePages;
  /** A first estimate of an item's height. */
  estimate: (item: T) => number;
  /** Columns side by side, each new item below the shortest; keyboard order follows the list. */
  columns?: number;
  gap?: number;
  keyOf: (item: T) => Key;
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
  const key = (index: number) => keyOf(items[index] as T) as string | number;
  const virtual = useVirtualRows({
    name: `${name}-${columns}`,
    count: items.length,
    estimate: (index) => estimate(items[index] as T),
    lanes: columns,
    gap,
    keyOf: key,
  });
  const width = `calc((100% - ${(columns - 1) * gap}px) / ${columns})`;

  return (
    <>
      <div
        ref={virtual.list}
        role="feed"
        aria-label={label}
        aria-busy={isFetchingNextPage}
        className="relative"
        style={{ height: virtual.height }}
      >
        {virtual.rows.map((row) => (
          <div
            key={row.key}
            ref={virtual.measure}
            data-index={row.index}
            role="presentation"
            className="absolute top-0"
            style={{
              width,
              left: `calc((${width} + ${gap}px) * ${row.lane})`,
              transform: `translateY(${row.start - virtual.margin}px)`,
            }}
          >
            {render(items[row.index] as T, {
              'aria-posinset': row.index + 1,
              'aria-setsize': hasNextPage ? -1 : items.length,
            })}
          </div>
        ))}
      </div>
      <LoadMore more={more} ahead={2_000} skeleton={<div className="w-full">{skeleton}</div>} />
      {!hasNextPage && end}
    </>
  );
}
