import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
} from 'react';
import { moved, type Size, type View, zoomed } from './crop.ts';

interface Point {
  x: number;
  y: number;
}

const distance = ([a, b]: Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zooms: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1, _: 1 / 1.1 };

/** One finger or the mouse moves, two fingers and the wheel zoom; arrows move, plus and minus zoom. */
export function useCropMoves(
  area: RefObject<HTMLElement | null>,
  size: Size,
  onChange: Dispatch<SetStateAction<View>>,
) {
  const points = useRef(new Map<number, Point>());

  useEffect(() => {
    const element = area.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / 400);
      onChange((view) => zoomed(size, view, view.zoom * factor));
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [area, size, onChange]);

  const release = (event: PointerEvent) => void points.current.delete(event.pointerId);

  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      points.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      const from = points.current.get(event.pointerId);
      if (!from) return;
      const apart = distance([...points.current.values()]);
      const to = { x: event.clientX, y: event.clientY };
      points.current.set(event.pointerId, to);
      const edge = event.currentTarget.clientWidth;
      const factor = distance([...points.current.values()]) / (apart || 1);
      const pinched = points.current.size > 1;
      onChange((view) =>
        pinched
          ? zoomed(size, view, view.zoom * factor)
          : moved(size, view, (to.x - from.x) / edge, (to.y - from.y) / edge),
      );
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent) => {
      const step = arrows[event.key];
      const factor = zooms[event.key];
      if (!step && !factor) return;
      event.preventDefault();
      if (step) onChange((view) => moved(size, view, step[0] * 0.04, step[1] * 0.04));
      if (factor) onChange((view) => zoomed(size, view, view.zoom * factor));
    },
  };
}
