/** In milliseconds. */
const duration = 240;

const stopMoving = new WeakMap<HTMLElement, () => void>();

/**
 * Animates an element whose content has moved down by `by` pixels: the element is shifted up by as much, and slides down from
 * there. It uses no `animate()`, which counts as a layout shift, as would animating the moved content itself.
 */
export function moveIn(element: HTMLElement, by: number): void {
  stopMoving.get(element)?.();
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
  stopMoving.set(element, stop);
  style.transform = `translateY(${-by}px)`;
  // Starts the transition after the shifted element has been painted.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(move);
  });
}
