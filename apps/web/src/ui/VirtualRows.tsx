import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { type Placed, type RowsOptions, storedRows } from './useRows.ts';

/**
 * Returns a row's height, if possible from the ResizeObserver, because reading offsetHeight of each row would force a layout
 * each time.
 */
function sizeOf(row: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<Window, Element>): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (box) return Math.round(box.blockSize);
  return list.measurementsCache[list.indexFromElement(row)]?.size ?? (row as HTMLElement).offsetHeight;
}

/** Measures rows that are still in document flow, so that no row moves when the virtualizer then positions them absolutely. */
function inFlow(list: HTMLElement | null, { keyOf, gap }: Required<RowsOptions>): VirtualItem[] {
  let start = list ? list.getBoundingClientRect().top + scrollY : 0;
  return Array.from(list?.querySelectorAll(':scope > [data-index]') ?? [], (row, index) => {
    const size = Math.round((row as HTMLElement).offsetHeight);
    const item = { key: keyOf(index), index, start, size, end: start + size, lane: 0 };
    start = item.end + gap;
    return item;
  });
}

interface Props {
  options: Required<RowsOptions>;
  list: RefObject<HTMLElement | null>;
  onPlaced: (next: Placed) => void;
}

/** Renders nothing. Computes which rows are near the viewport and where, and passes the result to `onPlaced`. */
export default function VirtualRows({ options, list, onPlaced }: Props) {
  const { name, count, estimate, lanes, gap, keyOf } = options;
  const [margin, setMargin] = useState(0);
  const [measured] = useState(() => {
    const left = storedRows.get(name);
    if (left && 'measured' in left) return left.measured;
    return lanes === 1 ? inFlow(list.current, options) : [];
  });
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setMargin(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: estimate,
    lanes,
    gap,
    overscan: 3,
    scrollMargin: margin,
    initialRect: { width: innerWidth, height: innerHeight },
    getItemKey: keyOf,
    initialMeasurementsCache: measured,
    measureElement: sizeOf,
  });
  useEffect(
    () => () => {
      storedRows.set(name, { measured: virtualizer.takeSnapshot() });
    },
    [name, virtualizer],
  );

  const rows = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    onPlaced({
      rows: rows.map(({ index, lane, start }) => ({ index, lane, top: start - margin })),
      height,
      measure: virtualizer.measureElement,
    });
  }, [rows, height, margin, virtualizer, onPlaced]);
  return null;
}
