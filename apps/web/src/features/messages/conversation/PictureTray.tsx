import Camera from 'lucide-react/icons/camera';
import ChartBar from 'lucide-react/icons/chart-bar';
import ImagePlus from 'lucide-react/icons/image-plus';
import Plus from 'lucide-react/icons/plus';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedMedia } from '../../../lib/upload.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { RemovePicture } from '../../../ui/PictureChip.tsx';
import { AltMark, ChosenPreview } from '../../composer/ChosenPreview.tsx';
import type { useChosenPictures } from '../../composer/useChosenPictures.ts';

const PictureDialog = lazy(() => import('../../composer/PictureDialog.tsx'));

type Chosen = ReturnType<typeof useChosenPictures>;

interface AttachProps {
  chosen: Chosen;
  onPoll: () => void;
}

/** The buttons beside the input field: one to choose pictures, and one that opens a menu of what else can be sent. */
export function AttachButtons({ chosen, onPoll }: AttachProps) {
  const { t } = useTranslation();
  const byTouch = useMedia('(pointer: coarse)');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const input = {
    type: 'file',
    accept: acceptedMedia,
    'aria-hidden': true,
    tabIndex: -1,
    className: 'sr-only',
  } as const;
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files) chosen.add(target.files);
    target.value = '';
  };
  return (
    <>
      <IconButton label={t('composer.addPicture')} className="text-soft" onClick={() => files.current?.click()}>
        <ImagePlus aria-hidden className="size-5.5" />
      </IconButton>
      <MoreMenu
        label={t('messages.attach')}
        icon={Plus}
        className="text-soft"
        items={[
          ...(byTouch
            ? [{ label: t('messages.takePicture'), icon: Camera, onSelect: () => camera.current?.click() }]
            : []),
          { label: t('polls.title'), icon: ChartBar, onSelect: onPoll, opens: true },
        ]}
      />
      <input {...input} ref={files} multiple onChange={onChange} />
      {byTouch && <input {...input} ref={camera} capture="environment" onChange={onChange} />}
    </>
  );
}

/** The chosen pictures above the input field. Each can be described and removed. */
export function PictureTray({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<string>();
  const pictures = chosen.newPictures;
  const open = pictures.find(({ id }) => id === edited);
  return (
    <>
      {pictures.length > 0 && (
        <ul aria-label={t('composer.pictures')} className="mx-auto mb-2 flex max-w-190 gap-2 overflow-x-auto py-1">
          {pictures.map((picture) => {
            const { id, file, alt, video } = picture;
            return (
              <li key={id} className="relative size-24 shrink-0 overflow-hidden rounded-card bg-sunken">
                <button
                  type="button"
                  aria-label={t(video ? 'video.edit' : 'composer.editPicture', { name: file.name })}
                  onClick={() => setEdited(id)}
                  className="block size-full"
                >
                  <ChosenPreview picture={picture} onUnreadable={() => chosen.refuseUnreadable(picture)} />
                </button>
                <AltMark alt={alt} />
                <RemovePicture
                  label={t('composer.removePicture', { name: file.name })}
                  onClick={() => chosen.remove(id)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <p role="alert" className="mx-auto max-w-190 px-1 text-13 text-danger not-empty:pb-2">
        {chosen.refusal}
      </p>
      {open && (
        <Suspense fallback={null}>
          <PictureDialog
            picture={open}
            onClose={() => setEdited(undefined)}
            onSave={(changed) => {
              chosen.change(open.id, changed);
              setEdited(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
