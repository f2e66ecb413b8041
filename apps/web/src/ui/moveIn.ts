/** Milliseconds. */
const duration = 240;

const moving = new WeakMap<HTMLElement, () => void>();

/**
 * Shows an element whose content has moved `by` pixels down where it stood before, and moves it from there to its place. Not with
 * `animate()`, which counts as a layout shift; what has moved itself would count too.
 */
export function moveIn(element: HTMLElement, by: number): void {
  moving.get(element)?.();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { style } = element;
  let frame = 0;
  let timer = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    style.transition = '';
    style.transform = '';
  };
  const move = () => {
    style.transition = `transform ${duration}ms ease-out`;
    style.transform = 'translateY(0)';
    timer = window.setTimeout(stop, duration);
  };
  moving.set(element, stop);
  style.transform = `translateY(${-by}px)`;
  // Once it is painted there.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(move);
  });
}
