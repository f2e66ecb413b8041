import { type PointerEvent, useRef } from 'react';
import { vibrate } from '../lib/vibrate.ts';

/** How far (in pixels) or how fast (in pixels per millisecond) a sheet must be dragged down to close. */
const dismissPx = 120;
const dismissSpeed = 0.7;

/**
 * Lets the reader on a phone drag a sheet down by its title bar, and closes the sheet if it is dragged far or fast enough.
 * Readers who cannot make the gesture can use the close button.
 */
export function useDragToDismiss(onClose: () => void) {
  const drag = useRef<{ y: number; at: number; sheet: HTMLElement } | null>(null);

  const move = (sheet: HTMLElement, y: number) => {
    sheet.style.transform = y > 0 ? `translateY(${y}px)` : '';
  };
  const end = ({ clientY, timeStamp }: PointerEvent) => {
    const started = drag.current;
    drag.current = null;
    if (!started) return;
    const distance = clientY - started.y;
    const dismissed =
      distance > dismissPx || (distance > 24 && distance / Math.max(1, timeStamp - started.at) > dismissSpeed);
    started.sheet.style.transition = 'transform 180ms ease-out';
    move(started.sheet, 0);
    if (!dismissed) return;
    vibrate();
    onClose();
  };
  return {
    onPointerDown: ({
      pointerType,
      target,
      currentTarget,
      clientY,
      timeStamp,
      pointerId,
    }: PointerEvent<HTMLElement>) => {
      const sheet = currentTarget.parentElement;
      if (pointerType === 'mouse' || innerWidth >= 700 || !sheet || (target as Element).closest('button')) return;
      sheet.style.transition = 'none';
      drag.current = { y: clientY, at: timeStamp, sheet };
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
      if (drag.current) move(drag.current.sheet, clientY - drag.current.y);
    },
    onPointerUp: end,
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      if (drag.current) end({ ...event, clientY: drag.current.y } as PointerEvent<HTMLElement>);
    },
  };
}
