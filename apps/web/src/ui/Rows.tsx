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

/** A list in the page's own scroll, with rows of any height. Of a long list only the rows near the viewport are rendered. */
export function Rows({ aria, rowClass, rowStyle, render, ...rest }: Props) {
  const { options, list, end, placed, shown, isLong, onPlaced } = useRows(rest);
  const { count, estimate, gap, lanes, keyOf } = options;
  usePushDown(list, options);
  const rows = placed?.rows ?? Array.from({ length: shown }, (_, index) => ({ index, lane: 0, top: 0 }));
  const width = `calc((100% - ${(lanes - 1) * gap}px) / ${lanes})`;
  // If the script of VirtualRows fails to load, a single column is rendered in full; several columns need it, so the screen
  // fails.
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
          // Drops rows of the last layout that no longer exist, because the list has become shorter.
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
