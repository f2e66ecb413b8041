import { useMutation } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import styles from 'react-image-crop/dist/ReactCrop.css?url';
import { failureText } from '../../lib/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFooter } from '../../ui/DialogFooter.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { AltField } from './AltField.tsx';
import { cropPicture } from './cropPicture.ts';
import type { ChosenPicture, NewPicture, PictureChange } from './useChosenPictures.ts';

const VideoDialog = lazy(() => import('./video/VideoDialog.tsx'));

const aspectRatios = { free: undefined, '1:1': 1, '4:5': 4 / 5, '16:9': 16 / 9 };
type AspectRatio = keyof typeof aspectRatios;

/** Returns the largest centred crop with the aspect ratio `ratio` of a picture of `width` × `height` pixels. */
const centredCrop = (ratio: number, width: number, height: number): PercentCrop =>
  centerCrop(
    makeAspectCrop({ unit: '%', ...(width / height > ratio ? { height: 100 } : { width: 100 }) }, ratio, width, height),
    width,
    height,
  );

const isWhole = (area: PercentCrop | undefined): boolean =>
  !area?.width || !area.height || (area.width > 99.5 && area.height > 99.5);

/** The longest side in pixels of the preview of a rotated picture. */
const maxPreviewSide = 1200;

/** Holds the rotation and crop that the member chooses for a new picture. */
function useCrop({ file, url }: Pick<NewPicture, 'file' | 'url'>) {
  const [quarterTurns, setQuarterTurns] = useState(0);
  const [area, setArea] = useState<PercentCrop>();
  const [chosenAspect, setAspect] = useState<AspectRatio>('free');
  const [rotatedUrl, setRotatedUrl] = useState(url);
  useEffect(() => {
    let objectUrl: string | undefined;
    let cancelled = false;
    if (quarterTurns === 0) setRotatedUrl(url);
    else
      void cropPicture(file, quarterTurns, undefined, maxPreviewSide).then((blob) => {
        if (cancelled) return;
        objectUrl = URL.createObjectURL(blob);
        setRotatedUrl(objectUrl);
      });
    return () => {
      cancelled = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [file, url, quarterTurns]);
  return {
    area,
    chosenAspect,
    rotatedUrl,
    setArea,
    setAspect,
    turn: () => {
      setArea(undefined);
      setQuarterTurns((quarterTurns + 1) % 4);
    },
    /** Returns the edited file, or undefined if the picture was neither rotated nor cropped. */
    crop: async (): Promise<File | undefined> => {
      if (quarterTurns === 0 && isWhole(area)) return undefined;
      const blob = await cropPicture(file, quarterTurns, isWhole(area) ? undefined : area);
      return new File([blob], file.name, { type: blob.type });
    },
  };
}

function CropField({ crop }: { crop: ReturnType<typeof useCrop> }) {
  const { t } = useTranslation();
  const { area, chosenAspect, rotatedUrl, setArea, setAspect, turn } = crop;
  const [size, setSize] = useState<[number, number]>([1, 1]);
  const choose = (next: AspectRatio, [width, height] = size) => {
    setAspect(next);
    const ratio = aspectRatios[next];
    setArea(ratio ? centredCrop(ratio, width, height) : undefined);
  };
  return (
    <div className="flex flex-col items-center gap-3">
      <link rel="stylesheet" href={styles} precedence="default" />
      <ReactCrop
        // The cropping library's styles make the picture inherit this maximum height.
        className="max-h-[45dvh]"
        crop={area}
        aspect={aspectRatios[chosenAspect]}
        keepSelection={chosenAspect !== 'free'}
        ruleOfThirds
        ariaLabels={{
          cropArea: t('crop.part'),
          nwDragHandle: t('crop.corner'),
          nDragHandle: t('crop.edge'),
          neDragHandle: t('crop.corner'),
          eDragHandle: t('crop.edge'),
          seDragHandle: t('crop.corner'),
          sDragHandle: t('crop.edge'),
          swDragHandle: t('crop.corner'),
          wDragHandle: t('crop.edge'),
        }}
        onChange={(_, percent) => setArea(percent)}
      >
        <img
          src={rotatedUrl}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setSize([naturalWidth, naturalHeight]);
            if (chosenAspect !== 'free') choose(chosenAspect, [naturalWidth, naturalHeight]);
          }}
        />
      </ReactCrop>
      <fieldset className="flex flex-wrap justify-center gap-2 max-rail:[&>button]:min-w-11 max-rail:[&>button]:px-3">
        <legend className="sr-only">{t('crop.shape')}</legend>
        {(Object.keys(aspectRatios) as AspectRatio[]).map((each) => (
          <Button
            key={each}
            variant={each === chosenAspect ? 'primary' : 'outline'}
            small
            aria-pressed={each === chosenAspect}
            onClick={() => choose(each)}
          >
            {each === 'free' ? t('crop.free') : each}
          </Button>
        ))}
        <Button variant="outline" small onClick={turn}>
          <RotateCw aria-hidden className="size-4" />
          <span className="max-rail:sr-only">{t('crop.turn')}</span>
        </Button>
      </fieldset>
    </div>
  );
}

interface Props {
  picture: ChosenPicture;
  onSave: (changed: PictureChange) => void;
  onClose: () => void;
}

interface FormProps extends Props {
  crop?: ReturnType<typeof useCrop>;
}

function PictureForm({ picture, onSave, onClose, crop }: FormProps) {
  const { t } = useTranslation();
  const [alt, setAlt] = useState(picture.alt);
  const save = useMutation({ mutationFn: async () => onSave({ alt: alt.trim(), file: await crop?.crop() }) });
  return (
    <Dialog
      title={t('composer.pictureTitle')}
      onClose={onClose}
      footer={
        <>
          <p role="alert" className="w-full text-15 text-danger empty:hidden">
            {save.error && failureText(save.error)}
          </p>
          <DialogFooter
            label={t('composer.pictureDone')}
            busy={save.isPending}
            onConfirm={() => save.mutate()}
            onCancel={onClose}
          />
        </>
      }
    >
      <div className="flex flex-col gap-5 p-5">
        {crop && <CropField crop={crop} />}
        {picture.posted && (
          <Picture
            source={picture.posted}
            alt=""
            sizes="(min-width: 35rem) 520px, 100vw"
            className="max-h-[45dvh] rounded-card"
          />
        )}
        <AltField alt={alt} onChange={setAlt} />
      </div>
    </Dialog>
  );
}

const CropForm = ({ picture, ...rest }: Props & { picture: NewPicture }) => (
  <PictureForm picture={picture} crop={useCrop(picture)} {...rest} />
);

/** Edits a picture's description and, if the picture is not uploaded yet, its rotation and crop. A new video has a dialog of its own. */
export default function PictureDialog({ picture, ...rest }: Props) {
  if (picture.posted) return <PictureForm picture={picture} {...rest} />;
  if (!picture.video) return <CropForm picture={picture} {...rest} />;
  return (
    <Suspense>
      <VideoDialog video={picture.video} alt={picture.alt} {...rest} />
    </Suspense>
  );
}
