import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const kept = new Map<string, VirtualItem[]>();

interface Options {
  /** Where the measured heights are kept, so that Back finds the page as long as it was. */
  name: string;
  count: number;
  estimate: (index: number) => number;
  lanes?: number;
  gap?: number;
  keyOf: (index: number) => string | number;
  onNearEnd?: (() => void) | undefined;
}

/** Rows in the page's own scroll, of which only those near the viewport exist. */
export function useVirtualRows({ name, count, estimate, lanes = 1, gap = 0, keyOf, onNearEnd }: Options) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setMargin(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: estimate,
    lanes,
    gap,
    overscan: 3,
    scrollMargin: margin,
    getItemKey: keyOf,
    initialMeasurementsCache: kept.get(name) ?? [],
  });
  useEffect(
    () => () => {
      kept.set(name, virtualizer.takeSnapshot());
    },
    [name, virtualizer],
  );

  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  const nearEnd = count > 0 && last >= count - 5 * lanes;
  useEffect(() => {
    if (nearEnd) onNearEnd?.();
  }, [nearEnd, onNearEnd]);

  return { list, rows, margin, height: virtualizer.getTotalSize(), measure: virtualizer.measureElement };
}
