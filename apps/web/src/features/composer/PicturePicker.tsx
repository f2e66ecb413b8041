import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedMedia } from '../../lib/upload.ts';
import { PictureTiles } from './PictureTiles.tsx';
import type { useChosenPictures } from './useChosenPictures.ts';

interface Props {
  chosen: ReturnType<typeof useChosenPictures>;
  /** Set while the post is being saved. */
  busy: boolean;
}

/** Returns whether files are being dragged over the page. */
function useDragging(): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const onDrag = ({ type, relatedTarget, dataTransfer }: DragEvent) => {
      // While the pointer moves within the page, each `dragleave` names the element that the pointer has entered.
      if (type === 'dragenter') setDragging(dataTransfer?.types.includes('Files') === true);
      else if (type === 'drop' || relatedTarget === null) setDragging(false);
    };
    const events = ['dragenter', 'dragleave', 'drop'] as const;
    for (const event of events) addEventListener(event, onDrag);
    return () => {
      for (const event of events) removeEventListener(event, onDrag);
    };
  }, []);
  return dragging;
}

/** Adds one or more pictures to a post. The member chooses files, drops them, or pastes them into the surrounding form. */
export function PicturePicker({ chosen, busy }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const dragging = useDragging();
  const add = (files: Iterable<File>) => {
    if (!busy) chosen.add(files);
  };
  return (
    <section
      aria-label={t('composer.pictures')}
      className="flex flex-col gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      {dragging && (
        <p className="grid min-h-40 place-items-center rounded-card border border-dashed border-accent-text bg-accent-wash text-accent-text">
          {t('composer.dropHere')}
        </p>
      )}
      <PictureTiles chosen={chosen} busy={busy} onAdd={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedMedia}
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      <p role="alert" className="text-13 text-danger empty:hidden">
        {chosen.refusal}
      </p>
    </section>
  );
}
