import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import type { ChosenPicture } from './useChosenPictures.ts';

interface Props {
  picture: ChosenPicture;
  uploaded: boolean;
  alone: boolean;
  onRemove: () => void;
  onUnreadable: () => void;
}

export function PicturePreview({ picture, uploaded, alone, onRemove, onUnreadable }: Props) {
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
