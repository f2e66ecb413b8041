import { useEffect, useState } from 'react';
import { Failure } from '../../lib/failure.ts';
import { checkPicture } from '../../lib/pictures.ts';
import { useFailureText } from '../../lib/useFailureText.ts';

interface Cut {
  blob: Blob;
  url: string;
}

/** A new profile picture: chosen, decoded for the crop, cut. What cannot be used is refused in words. */
export function useNewPicture() {
  const text = useFailureText();
  const [uncut, setUncut] = useState<ImageBitmap | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => () => uncut?.close(), [uncut]);
  useEffect(() => () => URL.revokeObjectURL(cut?.url ?? ''), [cut]);

  const choose = async (files: Iterable<File>) => {
    const [file] = files;
    if (!file) return;
    setRefusal(undefined);
    try {
      const failure = checkPicture(file);
      if (failure) throw failure;
      setUncut(
        await createImageBitmap(file).catch(() => {
          throw new Failure('image-unreadable');
        }),
      );
    } catch (error) {
      setRefusal(`${file.name}: ${text(error)}`);
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
  };
}
