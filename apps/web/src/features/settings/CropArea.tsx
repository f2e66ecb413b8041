import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from './crop.ts';
import { drawView } from './cutOut.ts';
import { useCropMoves } from './useCropMoves.ts';

interface Props {
  picture: ImageBitmap;
  view: View;
  onChange: Dispatch<SetStateAction<View>>;
}

/** The square with the circle that will be seen; the picture moves under it by pointer, wheel and keys. */
export function CropArea({ picture, view, onChange }: Props) {
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
