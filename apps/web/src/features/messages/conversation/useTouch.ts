import { type PointerEvent, useRef } from 'react';

const hold = 450;
const still = 10;
const swipe = 64;

interface Options {
  onHold: (x: number, y: number) => void;
  onSwipe: () => void;
}

/** Recognises a long press and a horizontal swipe by touch. Scrolling cancels both. */
export function useTouch({ onHold, onSwipe }: Options) {
  const state = useRef({ x: 0, y: 0, held: false, timer: undefined as ReturnType<typeof setTimeout> | undefined });

  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    clearTimeout(state.current.timer);
    currentTarget.style.translate = '';
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      const { clientX: x, clientY: y } = event;
      const timer = setTimeout(() => {
        state.current.held = true;
        onHold(x, y);
      }, hold);
      state.current = { x, y, held: false, timer };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch') return;
      const [dx, dy] = [event.clientX - state.current.x, event.clientY - state.current.y];
      if (Math.hypot(dx, dy) > still) clearTimeout(state.current.timer);
      if (!state.current.held && dx > still) event.currentTarget.style.translate = `${Math.min(dx, swipe)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const swiped = event.pointerType === 'touch' && event.clientX - state.current.x >= swipe;
      end(event);
      if (swiped && !state.current.held) onSwipe();
    },
    onPointerCancel: end,
  };
  /** Whether the next click is only the end of a long press. */
  const held = (): boolean => {
    const was = state.current.held;
    state.current.held = false;
    return was;
  };
  return { handlers, held };
}
