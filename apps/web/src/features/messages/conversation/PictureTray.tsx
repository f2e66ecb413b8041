import Camera from 'lucide-react/icons/camera';
import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { type ComponentType, lazy, Suspense, type SVGProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedMedia } from '../../../lib/upload.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChosenPreview } from '../../composer/ChosenPreview.tsx';
import type { useChosenPictures } from '../../composer/useChosenPictures.ts';

const PictureDialog = lazy(() => import('../../composer/PictureDialog.tsx'));

type Chosen = ReturnType<typeof useChosenPictures>;

interface ChooserProps {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  onFiles: (files: FileList) => void;
  camera?: boolean;
}

function Chooser({ label, icon: Icon, onFiles, camera = false }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} className="text-soft" onClick={() => input.current?.click()}>
        <Icon aria-hidden className="size-5.5" />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={acceptedMedia}
        multiple={!camera}
        {...(camera && { capture: 'environment' as const })}
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          target.value = '';
        }}
      />
    </>
  );
}

/** The buttons beside the input field: one to choose pictures and, on touch screens, one to take a picture. */
export function PictureButtons({ chosen, camera }: { chosen: Chosen; camera: boolean }) {
  const { t } = useTranslation();
  const byTouch = useMedia('(pointer: coarse)');
  return (
    <>
      <Chooser label={t('composer.addPicture')} icon={ImagePlus} onFiles={chosen.add} />
      {byTouch && camera && <Chooser label={t('messages.takePicture')} icon={Camera} onFiles={chosen.add} camera />}
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
                  <ChosenPreview
                    picture={picture}
                    fraction={chosen.fractions[id]}
                    onUnreadable={() => chosen.refuseUnreadable(picture)}
                  />
                </button>
                <span
                  aria-hidden
                  className="pointer-events-none absolute bottom-1 left-1 rounded-full bg-veil px-2 text-13 font-bold text-over-picture"
                >
                  {alt ? '✓' : '+'} {t('composer.altMark')}
                </span>
                <button
                  type="button"
                  aria-label={t('composer.removePicture', { name: file.name })}
                  onClick={() => chosen.remove(id)}
                  className="absolute top-0 right-0 grid size-11 place-items-center"
                >
                  <span className="grid size-7 place-items-center rounded-full bg-veil text-over-picture">
                    <X aria-hidden className="size-4" />
                  </span>
                </button>
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
