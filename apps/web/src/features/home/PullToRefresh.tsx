import ArrowDown from 'lucide-react/icons/arrow-down';
import { useEffect, useRef } from 'react';
import { vibrate } from '../../lib/vibrate.ts';
import { cx } from '../../ui/cx.ts';

/** How far, in pixels, the finger must pull for a refresh. */
const thresholdPx = 96;

/**
 * Refreshes when the reader pulls the page down at its top. While this component is mounted, the browser's own pull-to-refresh,
 * which would reload the whole app, is switched off. Readers can also refresh without the gesture, with a tap on Home.
 */
export default function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const mark = useRef<HTMLSpanElement>(null);
  const latest = useRef(onRefresh);
  latest.current = onRefresh;
  useEffect(() => {
    let from: number | null = null;
    let pulled = 0;
    let busy = false;
    const show = (way: number) => {
      if (!mark.current) return;
      mark.current.style.transform = `translateY(${Math.min(way, thresholdPx) * 0.6}px) rotate(${Math.min(way, thresholdPx) * 1.8}deg)`;
      mark.current.style.opacity = String(Math.min(1, way / thresholdPx));
    };
    const start = ({ touches }: TouchEvent) => {
      from = scrollY <= 0 && touches.length === 1 && !busy ? (touches[0]?.clientY ?? null) : null;
    };
    const move = ({ touches }: TouchEvent) => {
      if (from === null) return;
      const before = pulled;
      pulled = Math.max(0, (touches[0]?.clientY ?? from) - from);
      if (before < thresholdPx && pulled >= thresholdPx) vibrate();
      if (scrollY <= 0) show(pulled);
    };
    const end = () => {
      const pastThreshold = from !== null && pulled >= thresholdPx && scrollY <= 0;
      from = null;
      pulled = 0;
      if (!pastThreshold) return show(0);
      busy = true;
      void latest.current().finally(() => {
        busy = false;
        show(0);
      });
    };
    const root = document.documentElement.style;
    root.overscrollBehaviorY = 'contain';
    const off = new AbortController();
    const options = { passive: true, signal: off.signal };
    addEventListener('touchstart', start, options);
    addEventListener('touchmove', move, options);
    addEventListener('touchend', end, options);
    addEventListener('touchcancel', end, options);
    return () => {
      off.abort();
      root.overscrollBehaviorY = '';
    };
  }, []);
  return (
    <span
      ref={mark}
      aria-hidden
      className={cx(
        'pointer-events-none fixed inset-x-0 top-4 z-20 mx-auto grid size-10 place-items-center rounded-full bg-surface opacity-0 shadow-float',
        'rail:hidden',
      )}
    >
      <ArrowDown className="size-5 text-accent-text" />
    </span>
  );
}
