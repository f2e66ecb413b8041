import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { slideDown } from './slideDown.ts';

/** The maximum number of added rows for which the animation runs. */
const maxRows = 3;

/** Animates rows that are added at the top of a list whose top is in view: the other rows slide down instead of jumping. */
export function usePushDown(
  list: RefObject<HTMLElement | null>,
  { count, keyOf }: { count: number; keyOf: (index: number) => string | number },
): void {
  const first = count ? keyOf(0) : undefined;
  const last = useRef(first);
  const push = useEffectEvent((before: string | number) => {
    let index = 1;
    while (index <= maxRows && index < count && keyOf(index) !== before) index++;
    const moved = index <= maxRows && index < count && list.current?.querySelector(`[data-index="${index}"]`);
    if (!list.current || !moved) return;
    const { top } = list.current.getBoundingClientRect();
    if (top >= 0) slideDown(list.current, moved.getBoundingClientRect().top - top);
  });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = first;
    if (before !== undefined && before !== first) push(before);
  }, [first]);
}
