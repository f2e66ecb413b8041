import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { centred, cutOut, drawView, maxZoom, moved, type Size, type View, zoomed } from './crop.ts';

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
function useCropMoves(area: RefObject<HTMLElement | null>, size: Size, onChange: Dispatch<SetStateAction<View>>) {
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

interface CropAreaProps {
  picture: ImageBitmap;
  view: View;
  onChange: Dispatch<SetStateAction<View>>;
}

/** The square with the circle that will be seen; the picture moves under it by pointer, wheel and keys. */
function CropArea({ picture, view, onChange }: CropAreaProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const moves = useCropMoves(canvas, picture, onChange);
  useEffect(() => {
    if (canvas.current) drawView(canvas.current, picture, view);
  }, [picture, view]);
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('crop.area')}
      className="relative aspect-square w-full max-w-90 cursor-move touch-none overflow-hidden rounded-card bg-sunken select-none"
      {...moves}
    >
      <canvas ref={canvas} width={720} height={720} aria-hidden className="size-full" />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 rounded-full border-2 border-over-picture shadow-[0_0_0_100vmax_var(--color-veil)]"
      />
    </div>
  );
}

interface Props {
  picture: ImageBitmap;
  onUse: (blob: Blob) => void;
  onClose: () => void;
}

export function CropDialog({ picture, onUse, onClose }: Props) {
  const { t } = useTranslation();
  const [view, setView] = useState(() => centred(picture));
  return (
    <Dialog
      title={t('crop.title')}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={async () => onUse(await cutOut(picture, view))}>{t('crop.use')}</Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-5 p-5">
        <CropArea picture={picture} view={view} onChange={setView} />
        <label className="flex min-h-11 w-full max-w-90 items-center gap-4">
          <span className="text-15 font-medium">{t('crop.zoom')}</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={view.zoom}
            onChange={(event) => setView(zoomed(picture, view, event.target.valueAsNumber))}
            className="min-h-11 min-w-0 flex-1 accent-accent"
          />
        </label>
        <p className="text-center text-13 text-balance text-soft">{t('crop.hint')}</p>
      </div>
    </Dialog>
  );
}
