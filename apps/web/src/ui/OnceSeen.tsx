import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Renders its children from when their place was first in sight, so that their code is not loaded before. */
export function OnceSeen({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref}>{seen ? children : <div className="h-24" />}</div>;
}
