import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedPictures } from '../../lib/upload.ts';
import { cx } from '../../ui/cx.ts';
import type { ChosenPicture, useChosenPictures } from './useChosenPictures.ts';

interface PicturePreviewProps {
  picture: ChosenPicture;
  uploaded: boolean;
  alone: boolean;
  onRemove: () => void;
  onUnreadable: () => void;
}

function PicturePreview({ picture, uploaded, alone, onRemove, onUnreadable }: PicturePreviewProps) {
  const { t } = useTranslation();
  const { name } = picture.file;
  return (
    <li
      className={cx(
        'relative overflow-hidden rounded-card bg-sunken',
        alone ? 'col-span-3 justify-self-center' : 'aspect-square',
      )}
    >
      <img
        src={picture.url}
        alt={t('composer.preview', { name })}
        onError={onUnreadable}
        className={cx(alone ? 'max-h-96' : 'size-full object-cover', !uploaded && 'opacity-40')}
      />
      {uploaded && !alone && (
        <span className="absolute inset-x-1.5 bottom-1.5 rounded-full bg-veil px-2 py-0.5 text-center text-13 text-over-picture">
          {t('composer.firstMark')}
        </span>
      )}
      <button
        type="button"
        aria-label={t('composer.removePicture', { name })}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-11 place-items-center"
      >
        <span className="grid size-7 place-items-center rounded-full bg-veil text-over-picture">
          <X aria-hidden className="size-4" />
        </span>
      </button>
    </li>
  );
}

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
