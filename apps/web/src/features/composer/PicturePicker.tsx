import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedPictures } from '../../lib/upload.ts';
import { cx } from '../../ui/cx.ts';
import { PictureTiles } from './PictureTiles.tsx';
import type { useChosenPictures } from './useChosenPictures.ts';

interface Props {
  chosen: ReturnType<typeof useChosenPictures>;
  /** Set while the post is being saved. */
  busy: boolean;
}

/** Adds one or more pictures to a post. The member chooses files, drops them, or pastes them into the surrounding form. */
export function PicturePicker({ chosen, busy }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const { pictures, refusal, add } = chosen;
  return (
    <section
      aria-label={t('composer.pictures')}
      className="flex min-h-64 flex-col gap-3 rail:[@media(height<54rem)]:min-h-52"
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        add(event.dataTransfer.files);
      }}
    >
      {/* The button takes the height that is left beside the pictures, so that they do not push down what follows. */}
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={cx(
          'flex min-h-11 grow items-center justify-center gap-3 rounded-card border border-dashed px-4 text-start transition-colors',
          dragging ? 'border-accent-text bg-accent-wash' : 'border-edge hover:bg-sunken',
        )}
      >
        <ImagePlus aria-hidden className="size-6 shrink-0 text-accent-text" />
        <span>
          <span className="font-semibold text-accent-text">{t('composer.addPicture')}</span>{' '}
          <span className="text-soft pointer-coarse:hidden">{t('composer.dropHere')}</span>
        </span>
      </button>
      {pictures.length > 0 && <PictureTiles chosen={chosen} busy={busy} />}
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedPictures}
        aria-hidden
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
