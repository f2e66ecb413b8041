import Heart from 'lucide-react/icons/heart';
import { type ReactNode, useRef, useState } from 'react';
import { vibrate } from '../../lib/vibrate.ts';

/** The maximum interval between the two taps of a double tap, in milliseconds. */
const doubleTapMs = 300;

interface Taps {
  onTap?: ((index: number) => void) | undefined;
  onDoubleTap: () => void;
}

/** Calls `onTap` after a single tap and `onDoubleTap` after two. `burst` is the heart that a double tap shows over the post. */
export function useTaps({ onTap, onDoubleTap }: Taps): {
  tap: (time: number, index?: number) => void;
  burst: ReactNode;
} {
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  const tapTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [bursts, setBursts] = useState(0);

  const tap = (time: number, index = 0) => {
    const isSecond = time - lastTap.current < doubleTapMs;
    lastTap.current = isSecond ? Number.NEGATIVE_INFINITY : time;
    clearTimeout(tapTimer.current);
    if (!isSecond) {
      // Opens the post only if no text is selected, because a double click with the mouse selects a word.
      tapTimer.current = setTimeout(() => getSelection()?.isCollapsed !== false && onTap?.(index), doubleTapMs);
      return;
    }
    setBursts(bursts + 1);
    vibrate();
    onDoubleTap();
  };

  const burst = bursts > 0 && (
    <Heart
      key={bursts}
      aria-hidden
      className="pointer-events-none absolute inset-0 m-auto size-24 animate-burst fill-over-picture text-over-picture"
    />
  );
  return { tap, burst };
}
