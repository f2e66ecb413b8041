import { maxLengths } from '@kith/contracts/lengths';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import styles from 'react-image-crop/dist/ReactCrop.css?url';
import { failureText } from '../../lib/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { edgeOf, Field, inputStyle } from '../../ui/Field.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { cropPicture } from './cropPicture.ts';
import { type ChosenPicture, isNew, type NewPicture } from './useChosenPictures.ts';

const shapes = { free: undefined, '1:1': 1, '4:5': 4 / 5, '16:9': 16 / 9 };
type Shape = keyof typeof shapes;

/** The largest centred part of a picture of `width` × `height` that has the aspect ratio `ratio`. */
const partOf = (ratio: number, width: number, height: number): PercentCrop =>
  centerCrop(
    makeAspectCrop({ unit: '%', ...(width / height > ratio ? { height: 100 } : { width: 100 }) }, ratio, width, height),
    width,
    height,
  );

const whole = (part: PercentCrop | undefined): boolean =>
  !part?.width || !part.height || (part.width > 99.5 && part.height > 99.5);

/** The longest side in pixels of the preview of a rotated picture. */
const shown = 1200;

/** The rotation and crop of a new picture. */
function useCut({ file, url }: Pick<NewPicture, 'file' | 'url'>) {
  const [quarters, setQuarters] = useState(0);
  const [part, setPart] = useState<PercentCrop>();
  const [shape, setShape] = useState<Shape>('free');
  const [turned, setTurned] = useState(url);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    if (quarters === 0) setTurned(url);
    else
      void cropPicture(file, quarters, undefined, shown).then((blob) => {
        if (gone) return;
        made = URL.createObjectURL(blob);
        setTurned(made);
      });
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file, url, quarters]);
  return {
    part,
    shape,
    turned,
    setPart,
    setShape,
    turn: () => {
      setPart(undefined);
      setQuarters((quarters + 1) % 4);
    },
    /** Undefined if the picture was neither rotated nor cropped. */
    cut: async (): Promise<File | undefined> => {
      if (quarters === 0 && whole(part)) return undefined;
      const blob = await cropPicture(file, quarters, whole(part) ? undefined : part);
      return new File([blob], file.name, { type: blob.type });
    },
  };
}

function CutField({ cut }: { cut: ReturnType<typeof useCut> }) {
  const { t } = useTranslation();
  const { part, shape, turned, setPart, setShape, turn } = cut;
  const [size, setSize] = useState<[number, number]>([1, 1]);
  const choose = (next: Shape, [width, height] = size) => {
    setShape(next);
    const ratio = shapes[next];
    setPart(ratio ? partOf(ratio, width, height) : undefined);
  };
  return (
    <div className="flex flex-col items-center gap-3">
      <link rel="stylesheet" href={styles} precedence="default" />
      <ReactCrop
        // The library's styles make the picture inherit this height.
        className="max-h-[45dvh]"
        crop={part}
        aspect={shapes[shape]}
        keepSelection={shape !== 'free'}
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
        onChange={(_, percent) => setPart(percent)}
      >
        <img
          src={turned}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setSize([naturalWidth, naturalHeight]);
            if (shape !== 'free') choose(shape, [naturalWidth, naturalHeight]);
          }}
        />
      </ReactCrop>
      <fieldset className="flex flex-wrap justify-center gap-2">
        <legend className="sr-only">{t('crop.shape')}</legend>
        {(Object.keys(shapes) as Shape[]).map((each) => (
          <Button
            key={each}
            look={each === shape ? 'primary' : 'outline'}
            small
            aria-pressed={each === shape}
            onClick={() => choose(each)}
          >
            {each === 'free' ? t('crop.free') : each}
          </Button>
        ))}
        <Button look="outline" small onClick={turn}>
          <RotateCw aria-hidden className="size-4" />
          {t('crop.turn')}
        </Button>
      </fieldset>
    </div>
  );
}

interface Props {
  picture: ChosenPicture;
  onSave: (changed: { alt: string; file?: File | undefined }) => void;
  onClose: () => void;
}

interface FormProps extends Props {
  cut?: ReturnType<typeof useCut>;
}

function PictureForm({ picture, onSave, onClose, cut }: FormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [alt, setAlt] = useState(picture.alt);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      onSave({ alt: alt.trim(), file: await cut?.cut() });
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('composer.pictureTitle')}
      onClose={onClose}
      footer={
        <>
          <p role="alert" className="w-full text-15 text-danger empty:hidden">
            {error}
          </p>
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button busy={busy} onClick={() => void save()}>
            {t('composer.pictureDone')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 p-5">
        {cut && <CutField cut={cut} />}
        {!isNew(picture) && (
          <Picture
            source={picture.posted}
            alt=""
            sizes="(min-width: 35rem) 520px, 100vw"
            className="max-h-[45dvh] rounded-card"
          />
        )}
        <Field id={id} label={t('composer.alt')} hint={t('composer.altWhy')}>
          <TextArea
            id={id}
            aria-describedby={`${id}-note`}
            maxLength={maxLengths.alt}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
            className={cx(inputStyle, edgeOf(), 'max-h-60 min-h-20 py-2.5')}
          />
        </Field>
      </div>
    </Dialog>
  );
}

const CutForm = ({ picture, ...rest }: Props & { picture: NewPicture }) => (
  <PictureForm picture={picture} cut={useCut(picture)} {...rest} />
);

/** One picture: its description, and, before it is sent, its rotation and crop. */
export default function PictureDialog({ picture, ...rest }: Props) {
  return isNew(picture) ? <CutForm picture={picture} {...rest} /> : <PictureForm picture={picture} {...rest} />;
}
