import Camera from 'lucide-react/icons/camera';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, failureText } from '../../../lib/failure.ts';
import { acceptedPictures, checkPicture } from '../../../lib/upload.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { UncroppedPicture } from './CropDialog.tsx';

interface CroppedPicture {
  blob: Blob;
  url: string;
}

/** Holds a new profile picture, which is chosen, decoded and cropped. An unusable file is refused with an error message. */
export function useNewPicture() {
  const [uncut, setUncut] = useState<UncroppedPicture | null>(null);
  const [cut, setCut] = useState<CroppedPicture | null>(null);
  const [refusal, setRefusal] = useState<string>();
  useEffect(
    () => () => {
      uncut?.picture.close();
      URL.revokeObjectURL(uncut?.url ?? '');
    },
    [uncut],
  );
  useEffect(() => () => URL.revokeObjectURL(cut?.url ?? ''), [cut]);

  const choose = async (files: Iterable<File>) => {
    const [file] = files;
    if (!file) return;
    setRefusal(undefined);
    try {
      const failure = checkPicture(file);
      if (failure) throw failure;
      const picture = await createImageBitmap(file).catch(() => {
        throw new Failure('image-unreadable');
      });
      setUncut({ picture, url: URL.createObjectURL(file) });
    } catch (error) {
      setRefusal(`${file.name}: ${failureText(error)}`);
    }
  };

  return {
    uncut,
    cut,
    refusal,
    choose,
    use: (blob: Blob) => {
      setCut({ blob, url: URL.createObjectURL(blob) });
      setUncut(null);
    },
    forget: () => setUncut(null),
    /** Forgets the cropped picture too. */
    reset: () => setCut(null),
  };
}

interface Props {
  /** The accessible name; by default that of a profile picture. */
  label?: string;
  /** What is shown without a picture, in place of the outline of a person. */
  empty?: ReactNode;
  /** The address of the current picture or, after cropping, of the new one. */
  src: string | null;
  /** Whether `src` is the address of the new picture. */
  isNew: boolean;
  refusal: string | undefined;
  onChoose: (files: Iterable<File>) => void;
}

export function PictureField({ src, isNew, refusal, onChoose, label, empty }: Props) {
  const { t } = useTranslation();
  const name = label ?? t('editProfile.picture');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <section
      aria-label={name}
      className={cx(
        '-m-3 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card p-3 outline-2 outline-dashed transition-colors',
        over ? 'bg-accent-wash outline-accent-text' : 'outline-transparent',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChoose(event.dataTransfer.files);
      }}
    >
      {!src && empty ? empty : <Avatar src={src} size={96} alt={name} />}
      <Button variant="outline" onClick={() => input.current?.click()}>
        <Camera aria-hidden className="size-5" />
        {t('editProfile.choosePicture')}
      </Button>
      <p role="status" className="sr-only">
        {isNew && t('editProfile.fresh')}
      </p>
      <input
        ref={input}
        type="file"
        accept={acceptedPictures}
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p role="alert" className="w-full text-13 text-danger empty:hidden">
        {refusal}
      </p>
    </section>
  );
}
