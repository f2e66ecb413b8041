import { type MouseEvent, type PointerEvent, useRef } from 'react';

const longPressMs = 450;
const moveTolerancePx = 10;
const swipePx = 64;

interface Options {
  onHold: (x: number, y: number) => void;
  /** If undefined, the element does not follow a swipe. */
  onSwipe?: () => void;
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
      }, longPressMs);
      state.current = { x, y, held: false, timer };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch') return;
      const [dx, dy] = [event.clientX - state.current.x, event.clientY - state.current.y];
      if (Math.hypot(dx, dy) > moveTolerancePx) clearTimeout(state.current.timer);
      if (onSwipe && !state.current.held && dx > moveTolerancePx)
        event.currentTarget.style.translate = `${Math.min(dx, swipePx)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const swiped = event.pointerType === 'touch' && event.clientX - state.current.x >= swipePx;
      end(event);
      if (swiped && !state.current.held) onSwipe?.();
    },
    onPointerCancel: end,
    // When the finger is lifted after a long press, some browsers add a mouse press, which would take the focus from the menu and close it.
    onMouseDown: (event: MouseEvent) => {
      if (state.current.held) event.preventDefault();
    },
  };
  /** Returns whether the current click is only the end of a long press. The answer is true only once per press. */
  const held = (): boolean => {
    const result = state.current.held;
    state.current.held = false;
    return result;
  };
  return { handlers, held };
}
