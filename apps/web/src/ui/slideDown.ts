/** The duration of the animation, in milliseconds. */
const duration = 240;

const stopMoving = new WeakMap<HTMLElement, () => void>();

/**
 * Lets an element slide down whose content has just moved down by `by` pixels: shifts the element up by as much, and animates
 * it back, or lets it jump with reduced motion, which has no transitions. Neither `animate()` nor an animation of the content itself is
 * used, because both would count as layout shifts.
 */
export function slideDown(element: HTMLElement, by: number): void {
  stopMoving.get(element)?.();
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
  // The transition starts only after the shifted element has been painted.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(move);
  });
}
