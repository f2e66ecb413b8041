import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { canvasBlob } from '../../../lib/canvasBlob.ts';
import { Failure } from '../../../lib/failure.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';

const maxSide = 1024;

/** Returns the cropped square, at most 1024 px wide. */
async function cropToBlob(picture: ImageBitmap, { x, y, width, height }: Area): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(Math.min(maxSide, width)));
  canvas.height = canvas.width;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Failure('image-unreadable');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvasBlob(pen);
}

/**
 * Returns whether the dialog's opening animation has ended. The cropper measures its box when it mounts, and during the
 * animation the box is too small.
 */
function useAtRest() {
  const ref = useRef<HTMLDivElement>(null);
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const moving = ref.current?.closest('[role=dialog]')?.getAnimations() ?? [];
      void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => setAtRest(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return { ref, atRest };
}

const maxZoom = 4;
const zooms: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1, _: 1 / 1.1 };
const clampZoom = (zoom: number): number => Math.min(maxZoom, Math.max(1, zoom));

export interface UncroppedPicture {
  picture: ImageBitmap;
  /** An object URL of the picture. It does not change while the picture is being cropped. */
  url: string;
}

interface Props {
  uncropped: UncroppedPicture;
  onUse: (blob: Blob) => void;
  onClose: () => void;
}

/** Crops a picture. The member moves and zooms the picture behind a fixed square with a circle, with pointer, wheel or keys. */
export default function CropDialog({ uncropped: { picture, url }, onUse, onClose }: Props) {
  const { t } = useTranslation();
  const { ref, atRest } = useAtRest();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const onKeyDown = (event: KeyboardEvent) => {
    const factor = zooms[event.key];
    if (!factor) return;
    event.preventDefault();
    setZoom((old) => clampZoom(old * factor));
  };
  return (
    <Dialog
      title={t('crop.title')}
      onClose={onClose}
      footer={
        <DialogFooter
          label={t('crop.use')}
          busy={!area}
          onConfirm={async () => area && onUse(await cropToBlob(picture, area))}
          onCancel={onClose}
        />
      }
    >
      <div className="flex flex-col items-center gap-5 p-5">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the group inside takes the focus and handles the arrow keys. */}
        <div
          ref={ref}
          onKeyDown={onKeyDown}
          className="relative aspect-square w-full max-w-90 overflow-hidden rounded-card bg-sunken"
        >
          {atRest && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              maxZoom={maxZoom}
              aspect={1}
              cropShape="round"
              objectFit="cover"
              showGrid={false}
              keyboardStep={14}
              // The CSP forbids styles that scripts insert, so theme/index.css contains the cropper's styles.
              disableAutomaticStylesInjection
              classes={{ cropAreaClassName: 'border-2 border-over-picture text-veil -outline-offset-4' }}
              cropperProps={{ role: 'group', 'aria-label': t('crop.area') }}
              mediaProps={{ alt: '' }}
              onCropChange={setCrop}
              onZoomChange={(next) => setZoom(clampZoom(next))}
              onCropAreaChange={(_, pixels) => setArea(pixels)}
            />
          )}
        </div>
        <label className="flex min-h-11 w-full max-w-90 items-center gap-4">
          <span className="text-15 font-medium">{t('crop.zoom')}</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(event.target.valueAsNumber)}
            className="min-h-11 min-w-0 flex-1 accent-accent"
          />
        </label>
      </div>
    </Dialog>
  );
}
