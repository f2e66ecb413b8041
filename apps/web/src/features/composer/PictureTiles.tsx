import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { pictureChip, RemovePicture } from '../../ui/PictureChip.tsx';
import { pictureSource } from '../../ui/pictureSource.ts';
import { VideoMark } from '../../ui/VideoMark.tsx';
import { pendingText } from '../posts/PostPicture.tsx';
import { AltMark, aboveAlt, ChosenPreview } from './ChosenPreview.tsx';
import type { ChosenPicture, useChosenPictures } from './useChosenPictures.ts';

const PictureDialog = lazy(() => import('./PictureDialog.tsx'));

/** Returns a function that names a picture for the labels of its buttons. */
function useName() {
  const { t } = useTranslation();
  return (picture: ChosenPicture, index: number) =>
    picture.posted ? t('composer.pictureNumber', { number: index + 1 }) : picture.file.name;
}

interface TileProps {
  picture: ChosenPicture;
  index: number;
  only: boolean;
  busy: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onUnreadable: () => void;
}

function PictureTile({ picture, index, only, busy, ...on }: TileProps) {
  const { t } = useTranslation();
  const name = useName()(picture, index);
  const sortable = useSortable({ id: picture.id, disabled: busy || only });
  const { transform, transition, isDragging, attributes, listeners } = sortable;
  const isVideo = picture.posted ? picture.posted.kind === 'video' : picture.video !== undefined;
  const pendingStatus = !picture.posted || picture.posted.status === 'ready' ? null : picture.posted.status;
  return (
    <li
      ref={sortable.setNodeRef}
      className={cx('relative aspect-square overflow-hidden rounded-card bg-sunken', isDragging && 'z-1')}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <button
        type="button"
        aria-label={t(isVideo ? 'video.edit' : 'composer.editPicture', { name })}
        disabled={busy}
        onClick={on.onEdit}
        onPointerDown={(event) => event.pointerType === 'mouse' && listeners?.onPointerDown?.(event)}
        className="block size-full"
      >
        {pendingStatus ? (
          <span className="grid size-full min-h-24 place-items-center p-2 text-13 text-soft">
            {t(pendingText(isVideo, pendingStatus))}
          </span>
        ) : picture.posted ? (
          <>
            <img
              {...pictureSource(picture.posted)}
              sizes="170px"
              alt={picture.alt || t('composer.preview', { name })}
              draggable={false}
              className="size-full object-cover"
            />
            {picture.posted.kind === 'video' && (
              <VideoMark durationMs={picture.posted.durationMs} className={aboveAlt} />
            )}
          </>
        ) : (
          <ChosenPreview picture={picture} onUnreadable={on.onUnreadable} />
        )}
      </button>
      <AltMark alt={picture.alt} />
      {!only && !busy && (
        <button
          type="button"
          {...attributes}
          {...listeners}
          aria-label={t('composer.movePicture', { name })}
          className="absolute top-0 left-0 grid size-11 cursor-grab touch-none place-items-center"
        >
          <span className={pictureChip}>
            <GripVertical aria-hidden className="size-4" />
          </span>
        </button>
      )}
      {!busy && <RemovePicture label={t('composer.removePicture', { name })} onClick={on.onRemove} />}
    </li>
  );
}

interface Props {
  chosen: ReturnType<typeof useChosenPictures>;
  busy: boolean;
  onAdd: () => void;
}

/**
 * The chosen pictures in order, and a tile for adding more. The member reorders them by dragging, or with the arrow keys on a
 * picture's handle.
 */
export function PictureTiles({ chosen, busy, onAdd }: Props) {
  const { t } = useTranslation();
  const { pictures, max, change, move, remove, refuseUnreadable } = chosen;
  const [editing, setEditing] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const positionOf = (id: unknown) => pictures.findIndex((picture) => picture.id === id) + 1;
  const movedText = (over: { id: unknown } | null) =>
    over ? t('composer.movedTo', { number: positionOf(over.id), count: pictures.length }) : undefined;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('composer.moving', { number: positionOf(active.id), count: pictures.length }),
    onDragOver: ({ over }) => movedText(over),
    onDragEnd: ({ over }) => movedText(over),
    onDragCancel: () => t('composer.moveCancelled'),
  };
  const edited = pictures.find(({ id }) => id === editing);
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('composer.moveHint') } }}
        onDragEnd={({ active, over }) => {
          if (over && over.id !== active.id) move(positionOf(active.id) - 1, positionOf(over.id) - 1);
        }}
      >
        <SortableContext items={pictures.map(({ id }) => id)} strategy={rectSortingStrategy}>
          <div className="grid grid-cols-2 gap-2 min-[22.5rem]:grid-cols-3 rail:grid-cols-4">
            <ul className="contents">
              {pictures.map((picture, index) => (
                <PictureTile
                  key={picture.id}
                  picture={picture}
                  index={index}
                  only={pictures.length === 1}
                  busy={busy}
                  onEdit={() => setEditing(picture.id)}
                  onRemove={() => remove(picture.id)}
                  onUnreadable={() => picture.posted || refuseUnreadable(picture)}
                />
              ))}
            </ul>
            {pictures.length < max && (
              <button
                type="button"
                aria-label={t('composer.addPicture')}
                onClick={onAdd}
                className="grid aspect-square place-items-center rounded-card border border-edge text-accent-text hover:bg-sunken"
              >
                <Plus aria-hidden className="size-7" />
              </button>
            )}
          </div>
        </SortableContext>
      </DndContext>
      {edited && (
        <Suspense>
          <PictureDialog
            picture={edited}
            onSave={(changed) => {
              change(edited.id, changed);
              setEditing(null);
            }}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  );
}
