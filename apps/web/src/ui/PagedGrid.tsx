import type { ReactNode } from 'react';
import { LoadMore, type MorePages } from './LoadMore.tsx';
import { Rows } from './Rows.tsx';

interface Props<T> {
  name: string;
  label: string;
  items: T[];
  more: MorePages;
  columns: number;
  rowHeight: number;
  keyOf: (item: T) => string | number;
  render: (item: T, index: number) => ReactNode;
}

/** An endless grid of which only the rows near the viewport are rendered. */
export function PagedGrid<T>({ name, label, items, more, columns, rowHeight, keyOf, render }: Props<T>) {
  const { hasNextPage, isFetchingNextPage } = more;

  return (
    <>
      <Rows
        aria={{ role: 'list', 'aria-label': label, 'aria-busy': isFetchingNextPage }}
        name={name}
        count={Math.ceil(items.length / columns)}
        estimate={() => rowHeight}
        keyOf={(row) => keyOf(items[row * columns] as T)}
        rowClass="grid gap-1 pb-1 rail:gap-1.5 rail:pb-1.5"
        rowStyle={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        render={(row) =>
          items.slice(row * columns, (row + 1) * columns).map((item, column) => (
            <div
              key={keyOf(item)}
              role="listitem"
              aria-posinset={row * columns + column + 1}
              aria-setsize={hasNextPage ? -1 : items.length}
            >
              {render(item, row * columns + column)}
            </div>
          ))
        }
      />
      <LoadMore more={more} ahead={2_000} />
    </>
  );
}
