import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Milliseconds. */
const duration = 240;
/** The most rows that come in at once. */
const most = 3;

/** Moves an element to where it stood, `by` pixels above, and from there to its place. Not with `animate()`, which counts as a layout shift. */
function moveDown({ style }: HTMLElement, by: number): void {
  const move = () => {
    style.transition = `transform ${duration}ms ease-out`;
    style.transform = 'translateY(0)';
    setTimeout(() => {
      style.transition = '';
      style.transform = '';
    }, duration);
  };
  style.transform = `translateY(${-by}px)`;
  // Once it is painted there.
  requestAnimationFrame(() => requestAnimationFrame(move));
}

/** Rows that come in on top of a list whose top is in view push the others down smoothly, instead of moving them at once. */
export function usePushDown(
  list: RefObject<HTMLElement | null>,
  { count, keyOf }: { count: number; keyOf: (index: number) => string | number },
): void {
  const first = count ? keyOf(0) : undefined;
  const last = useRef(first);
  const push = useEffectEvent((before: string | number) => {
    let index = 1;
    while (index <= most && index < count && keyOf(index) !== before) index++;
    const moved = index <= most && index < count && list.current?.querySelector(`[data-index="${index}"]`);
    if (!list.current || !moved || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { top } = list.current.getBoundingClientRect();
    if (top >= 0) moveDown(list.current, moved.getBoundingClientRect().top - top);
  });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = first;
    if (before !== undefined && before !== first) push(before);
  }, [first]);
}
