import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CropArea } from './CropArea.tsx';
import { centred, maxZoom, zoomed } from './crop.ts';
import { cutOut } from './cutOut.ts';

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
