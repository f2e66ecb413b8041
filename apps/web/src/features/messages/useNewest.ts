import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShownMessage } from './types.ts';

const near = 80;

/**
 * Keeps the newest message in sight of a reader who is at the end; one who reads further up is told instead. The list
 * grows upwards from its end (column-reverse), so its scroll position counts from there and older pages never move it.
 */
export function useNewest(messages: ShownMessage[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [waiting, setWaiting] = useState(false);
  const newest = messages.at(-1);
  const key = newest?.key;
  const mine = newest?.mine ?? false;
  const seen = useRef(key);

  const toEnd = useCallback(() => {
    scroller.current?.scrollTo({ top: 0 });
    setWaiting(false);
  }, []);

  useEffect(() => {
    if (key === seen.current) return;
    const first = seen.current === undefined;
    seen.current = key;
    if (first || mine || atEnd.current) toEnd();
    else setWaiting(true);
  }, [key, mine, toEnd]);

  const onScroll = () => {
    atEnd.current = Math.abs(scroller.current?.scrollTop ?? 0) < near;
    if (atEnd.current) setWaiting(false);
  };
  return { scroller, onScroll, waiting, toEnd };
}
