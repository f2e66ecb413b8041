import type { VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface RowsOptions {
  /** The key under which the state of the list is stored, so that Back restores it. */
  name: string;
  count: number;
  estimate: (index: number) => number;
  lanes?: number;
  gap?: number;
  keyOf: (index: number) => string | number;
}

/** The positions of the rows near the viewport, in pixels below the top of the list. */
export interface Placed {
  rows: { index: number; lane: number; top: number }[];
  height: number;
  measure: (row: Element | null) => void;
}

/** The state of lists that were left: the measured rows of a long list, or the number of rendered rows of a short one. */
export const storedRows = new Map<string, { measured: VirtualItem[] } | { shown: number }>();

/** A list of up to this many rows is in document flow. A longer list needs the script of `VirtualRows`. */
const maxInFlow = 30;

const isSame = (a: Placed | undefined, b: Placed): boolean =>
  a?.height === b.height &&
  a.measure === b.measure &&
  a.rows.length === b.rows.length &&
  a.rows.every(({ index, lane, top }, i) => {
    const other = b.rows[i];
    return index === other?.index && lane === other.lane && top === other.top;
  });

const rowsWithin = (pixels: number, { count, estimate, gap }: Required<RowsOptions>): number => {
  let shown = 0;
  for (let end = 0; shown < count && end < pixels; shown++) end += estimate(shown) + gap;
  return shown;
};

/**
 * Holds the rows of a list that scrolls with the page. The rows of a short list are in document flow. The first rows are
 * rendered at once, and further rows before they become visible. Of a long list only the rows near the viewport are rendered.
 * `VirtualRows` computes which rows these are.
 */
export function useRows({ lanes = 1, gap = 0, ...rest }: RowsOptions) {
  const options = { lanes, gap, ...rest };
  const { name, count } = options;
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [placed, setPlaced] = useState<Placed>();
  const [shown, setShown] = useState(() => {
    const stored = storedRows.get(name);
    return stored && 'shown' in stored ? stored.shown : rowsWithin(innerHeight, options);
  });
  const onPlaced = useCallback((next: Placed) => setPlaced((last) => (isSame(last, next) ? last : next)), []);
  // A list that was virtualized stays so even when it becomes short, because its rows are positioned absolutely.
  const isLong = placed !== undefined || lanes > 1 || count > maxInFlow || 'measured' in (storedRows.get(name) ?? {});
  const isFlowing = !placed && lanes === 1;

  const grow = useEffectEvent((changes: IntersectionObserverEntry[]) => {
    if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
    // After a reload the viewport may be far below the rendered rows. Then all rows down to it are added at once.
    const above = rowsWithin(scrollY, options);
    startTransition(() => setShown(Math.max(above, shown) + 3));
  });
  // Observes anew after each growth, because an observer reports only changes.
  useEffect(() => {
    if (!isFlowing || shown >= count || !end.current) return;
    const observer = new IntersectionObserver(grow, { rootMargin: '100% 0px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isFlowing, shown, count]);
  useEffect(() => {
    if (!isFlowing) return;
    return () => {
      storedRows.set(name, { shown });
    };
  }, [isFlowing, name, shown]);

  return { options, list, end, placed, shown: isFlowing ? Math.min(shown, count) : 0, isLong, onPlaced };
}
