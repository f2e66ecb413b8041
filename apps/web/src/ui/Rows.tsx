import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react';
import { cx } from './cx.ts';
import { Optional } from './Optional.tsx';
import { usePushDown } from './usePushDown.ts';
import { type RowsOptions, useRows } from './useRows.ts';

const VirtualRows = lazy(() => import('./VirtualRows.tsx'));

interface Props extends RowsOptions {
  aria: { role: 'feed' | 'list'; 'aria-label': string; 'aria-busy': boolean };
  rowClass?: string;
  rowStyle?: CSSProperties;
  render: (index: number) => ReactNode;
}

/** A list that scrolls with the page, with rows of any height. Of a long list, only the rows near the viewport are rendered. */
export function Rows({ aria, rowClass, rowStyle, render, ...rest }: Props) {
  const { options, list, end, placed, shown, isLong, onPlaced } = useRows(rest);
  const { count, estimate, gap, lanes, keyOf } = options;
  usePushDown(list, options);
  const rows = placed?.rows ?? Array.from({ length: shown }, (_, index) => ({ index, lane: 0, top: 0 }));
  const width = `calc((100% - ${(lanes - 1) * gap}px) / ${lanes})`;
  // If the script of VirtualRows cannot be loaded, a single column is rendered in full. Several columns cannot be placed
  // without it, so the whole screen then shows an error.
  const Guard = lanes > 1 ? Suspense : Optional;
  let below = 0;
  for (let index = shown; !placed && index < count; index++) below += estimate(index) + gap;

  return (
    <>
      <div
        ref={list}
        {...aria}
        aria-busy={aria['aria-busy'] || !rows.length}
        className="relative"
        style={{ height: placed?.height }}
      >
        {rows
          // After a list has become shorter, the previous layout still contains rows that no longer exist. They are dropped.
          .filter(({ index }) => index < count)
          .map(({ index, lane, top }) => (
            <div
              key={keyOf(index)}
              ref={placed?.measure}
              data-index={index}
              role="presentation"
              className={cx(placed && 'absolute top-0', rowClass)}
              style={
                placed
                  ? {
                      width,
                      left: `calc((${width} + ${gap}px) * ${lane})`,
                      transform: `translateY(${top}px)`,
                      ...rowStyle,
                    }
                  : { marginBottom: index < count - 1 ? gap : 0, ...rowStyle }
              }
            >
              {render(index)}
            </div>
          ))}
        {!placed && <div ref={end} role="presentation" style={{ height: below }} />}
      </div>
      {isLong && (
        <Guard>
          <VirtualRows options={options} list={list} onPlaced={onPlaced} />
        </Guard>
      )}
    </>
  );
}
