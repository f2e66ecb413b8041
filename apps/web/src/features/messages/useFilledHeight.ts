import { useLayoutEffect, useRef } from 'react';

/**
 * For a box that fills the page down to its end: `--above` is what stands over it, `--view` the height that the keyboard
 * of a phone leaves. Where the browser draws the keyboard over the page, `data-typing` tells that the tab bar is under it.
 */
export function useFilledHeight() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const fit = () => {
      const view = visualViewport?.height ?? innerHeight;
      const covered = innerHeight - view > 120 && (visualViewport?.scale ?? 1) === 1;
      box.style.setProperty('--above', `${Math.round(box.getBoundingClientRect().top + scrollY)}px`);
      if (covered) box.style.setProperty('--view', `${Math.round(view)}px`);
      else box.style.removeProperty('--view');
      box.toggleAttribute('data-typing', covered);
      if (covered) scrollTo(0, 0);
    };
    fit();
    // The page itself does not scroll here, and an empty gutter would cut the lines off.
    document.documentElement.style.scrollbarGutter = 'auto';
    const observer = new ResizeObserver(fit);
    if (box.parentElement) observer.observe(box.parentElement);
    visualViewport?.addEventListener('resize', fit);
    return () => {
      document.documentElement.style.scrollbarGutter = '';
      observer.disconnect();
      visualViewport?.removeEventListener('resize', fit);
    };
  }, []);
  return ref;
}
