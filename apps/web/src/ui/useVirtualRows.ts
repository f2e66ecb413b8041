import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

const kept = new Map<string, VirtualItem[]>();

interface Options {
  /** Where measured heights are stored, so that Back restores the page's length. */
  name: string;
  count: number;
  estimate: (index: number) => number;
  lanes?: number;
  gap?: number;
  keyOf: (index: number) => string | number;
}

/** Rows rendered beyond the viewport: none in the first paint, three once the browser is idle. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setOverscan(3)), 300);
    return () => clearTimeout(timer);
  }, []);
  return overscan;
}

/** The height from the ResizeObserver; reading offsetHeight for each row would force a layout each time. */
function sizeOf(row: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<Window, Element>): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (box) return Math.round(box.blockSize);
  return list.measurementsCache[list.indexFromElement(row)]?.size ?? (row as HTMLElement).offsetHeight;
}

/** A list in the page's own scroll that renders only rows near the viewport. */
export function useVirtualRows({ name, count, estimate, lanes = 1, gap = 0, keyOf }: Options) {
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
    overscan: useOverscan(),
    scrollMargin: margin,
    initialRect: { width: innerWidth, height: innerHeight },
    getItemKey: keyOf,
    initialMeasurementsCache: kept.get(name) ?? [],
    measureElement: sizeOf,
  });
  useEffect(
    () => () => {
      kept.set(name, virtualizer.takeSnapshot());
    },
    [name, virtualizer],
  );

  const rows = virtualizer.getVirtualItems();
  return { list, rows, margin, height: virtualizer.getTotalSize(), measure: virtualizer.measureElement };
}
