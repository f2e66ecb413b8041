import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The names of those that were in sight. They are rendered at once when the reader comes back, so that the scroll position fits. */
const seenBefore = new Set<string>();

/** Renders its children from when their place was first in sight, so that their code is not loaded before. */
export function OnceSeen({ name, children }: { name: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(() => seenBefore.has(name));
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seenBefore.add(name);
      setSeen(true);
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [name]);
  return <div ref={ref}>{seen ? children : <div className="h-24" />}</div>;
}
