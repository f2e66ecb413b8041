import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedPictures } from '../../lib/pictures.ts';
import { cx } from '../../ui/cx.ts';
import { PicturePreview } from './PicturePreview.tsx';
import type { useChosenPictures } from './useChosenPictures.ts';

interface Props {
  chosen: ReturnType<typeof useChosenPictures>;
  label?: string;
}

export function PicturePicker({ chosen, label }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { pictures, refusal, add, remove, refuseUnreadable } = chosen;
  return (
    <section
      aria-label={t('composer.pictures')}
      className="flex flex-col gap-3"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer.files);
      }}
    >
      {pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {pictures.map((picture, index) => (
            <PicturePreview
              key={picture.id}
              picture={picture}
              uploaded={index === 0}
              alone={pictures.length === 1}
              onRemove={() => remove(picture.id)}
              onUnreadable={() => refuseUnreadable(picture)}
            />
          ))}
        </ul>
      )}
      <div role="status" className="text-13 text-soft empty:hidden">
        {pictures.length > 1 && t('composer.onlyFirst')}
      </div>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={cx(
          'flex items-center justify-center gap-3 rounded-card border border-dashed px-4 text-left transition-colors',
          pictures.length ? 'min-h-11' : 'min-h-16',
          over ? 'border-accent-text bg-accent-wash' : 'border-edge hover:bg-sunken',
        )}
      >
        <ImagePlus aria-hidden className="size-6 shrink-0 text-accent-text" />
        <span>
          <span className="font-semibold text-accent-text">{label ?? t('composer.addPicture')}</span>{' '}
          <span className="text-soft pointer-coarse:hidden">{t('composer.dropHere')}</span>
        </span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedPictures}
        aria-label={t('composer.addPicture')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      <p role="alert" className="text-13 text-danger empty:hidden">
        {refusal}
      </p>
    </section>
  );
}
