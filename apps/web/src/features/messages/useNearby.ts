import { useEffect, useRef, useState } from 'react';

type Told = (entry: IntersectionObserverEntry) => void;

const told = new WeakMap<Element, Told>();
const observers = new WeakMap<Element, IntersectionObserver>();

/** One for all the parts of a scroller; near is what lies within some four screens. */
function observerOf(scroller: Element): IntersectionObserver {
  const known = observers.get(scroller);
  if (known) return known;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) told.get(entry.target)?.(entry);
    },
    { root: scroller, rootMargin: '3000px 0px' },
  );
  observers.set(scroller, observer);
  return observer;
}

/**
 * For a part of a long list inside a `data-scroller`: `far` is the height, in pixels, that stands for it while it is far
 * from what is in sight, and null while it is near or holds the focus.
 */
export function useNearby() {
  const ref = useRef<HTMLDivElement>(null);
  const [far, setFar] = useState<number | null>(null);
  useEffect(() => {
    const part = ref.current;
    const scroller = part?.closest('[data-scroller]');
    if (!part || !scroller) return;
    const observer = observerOf(scroller);
    told.set(part, ({ isIntersecting, boundingClientRect }) => {
      const kept = isIntersecting || part.contains(document.activeElement);
      setFar((before) => (kept ? null : (before ?? boundingClientRect.height)));
    });
    observer.observe(part);
    return () => observer.unobserve(part);
  }, []);
  return { ref, far };
}
