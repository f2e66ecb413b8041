import Heart from 'lucide-react/icons/heart';
import { type ReactNode, useRef, useState } from 'react';
import { vibrate } from '../../lib/vibrate.ts';

/** The longest interval between the two taps of a double tap, in milliseconds. */
const doubleTapMs = 300;

interface Taps {
  onTap?: ((index: number) => void) | undefined;
  onDoubleTap: () => void;
}

/** One tap opens, two taps like; `burst` is the heart that then appears over the post. */
export function useTaps({ onTap, onDoubleTap }: Taps): {
  tap: (time: number, index?: number) => void;
  burst: ReactNode;
} {
  const lastTap = useRef(0);
  const tapTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [bursts, setBursts] = useState(0);

  const tap = (time: number, index = 0) => {
    const isSecond = time - lastTap.current < doubleTapMs;
    lastTap.current = isSecond ? 0 : time;
    clearTimeout(tapTimer.current);
    if (!isSecond) {
      // If a double click of the mouse has selected a word, the post is not opened.
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
