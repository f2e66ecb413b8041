import type { Key, ReactNode } from 'react';
import { LoadMore, type MorePages } from './LoadMore.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

interface Props<T> {
  name: string;
  label: string;
  items: T[];
  more: MorePages;
  columns: number;
  rowHeight: number;
  keyOf: (item: T) => Key;
  render: (item: T, index: number) => ReactNode;
}

/** A grid in reading order that renders only rows near the viewport. */
export function PagedGrid<T>({ name, label, items, more, columns, rowHeight, keyOf, render }: Props<T>) {
  const { hasNextPage, isFetchingNextPage } = more;
  const rowKey = (row: number) => keyOf(items[row * columns] as T) as string | number;
  const count = Math.ceil(items.length / columns);
  const virtual = useVirtualRows({
    name,
    count,
    estimate: () => rowHeight,
    keyOf: rowKey,
  });

  return (
    <>
      <div
        ref={virtual.list}
        role="list"
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
            className="absolute inset-x-0 top-0 grid gap-1 pb-1 rail:gap-1.5 rail:pb-1.5"
            style={{
              transform: `translateY(${row.start - virtual.margin}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
              <div
                key={keyOf(item)}
                role="listitem"
                aria-posinset={row.index * columns + column + 1}
                aria-setsize={hasNextPage ? -1 : items.length}
              >
                {render(item, row.index * columns + column)}
              </div>
            ))}
          </div>
        ))}
      </div>
      <LoadMore more={more} ahead={2_000} />
    </>
  );
}
