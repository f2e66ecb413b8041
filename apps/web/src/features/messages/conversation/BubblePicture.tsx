import ImageOff from 'lucide-react/icons/image-off';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../../ui/Picture.tsx';
import type { MessagePicture } from '../message.ts';

const PictureViewer = lazy(() => import('../../posts/PictureViewer.tsx'));

interface Props {
  picture: MessagePicture;
  /** Who sent it. */
  name: string;
  tabIndex: number;
}

/** The picture of a message; a click opens it full-screen. */
export function BubblePicture({ picture, name, tabIndex }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const label = picture.alt ?? t('messages.pictureOf', { name });
  if (picture.status !== 'ready')
    return (
      <p className="grid aspect-video w-64 max-w-full place-items-center rounded-card bg-surface p-4 text-center text-13 text-soft">
        {picture.status === 'failed' && <ImageOff aria-hidden className="size-7" />}
        {t(picture.status === 'failed' ? 'post.imageFailed' : 'post.imageProcessing')}
      </p>
    );
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        className="block w-64 max-w-full overflow-hidden rounded-card"
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <Picture source={picture} alt={label} sizes="256px" />
      </button>
      {open && (
        <Suspense>
          <PictureViewer
            title={t('messages.pictureOf', { name })}
            pictures={[{ ...picture, label }]}
            index={0}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
