import { maxPictures } from '@kith/contracts/lengths';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, failureText } from '../../lib/failure.ts';
import {
  deleteDraftPictures,
  readDraftPictures,
  type StoredPicture,
  storeDraftPictures,
} from '../../lib/outbox/pictures.ts';
import { uuid } from '../../lib/outbox/store.ts';
import type { PostPicture } from '../../lib/types.ts';
import { checkPicture } from '../../lib/upload.ts';

interface WithDescription {
  /** The client id of a new picture, or an id derived from the image id of a published one. */
  id: string;
  alt: string;
}

/** A picture chosen on this device, with an object URL for displaying it. */
export interface NewPicture extends WithDescription {
  file: File;
  url: string;
  posted?: undefined;
}

/** A picture that the published post already has. */
export interface PostedPicture extends WithDescription {
  posted: PostPicture;
}

export type ChosenPicture = NewPicture | PostedPicture;

const newOnes = (pictures: ChosenPicture[]): NewPicture[] => pictures.filter((picture) => !picture.posted);

const postedPicture = (posted: PostPicture): PostedPicture => ({
  id: `image-${posted.imageId}`,
  alt: posted.alt ?? '',
  posted,
});

/** Reads the size of a picture that was already shown. */
function sizeOf(url: string): Promise<{ width?: number; height?: number }> {
  const { promise, resolve } = Promise.withResolvers<{ width?: number; height?: number }>();
  const image = new Image();
  image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
  image.onerror = () => resolve({});
  image.src = url;
  return promise;
}

const toFile = (blob: Blob): File => (blob instanceof File ? blob : new File([blob], 'picture', { type: blob.type }));

/** Returns pictures as the outbox stores them: in order, with their sizes in pixels. */
export const storedPictures = (pictures: NewPicture[], positionOf = (_: NewPicture, index: number) => index) =>
  Promise.all(
    pictures.map(async (picture, index): Promise<StoredPicture> => {
      const { id, file, alt, url } = picture;
      return { id, file, alt, position: positionOf(picture, index), ...(await sizeOf(url)) };
    }),
  );

interface Options {
  /** Chosen pictures are stored under this name until `clear` is called, so that they survive a closed popup and a reload. */
  draft?: string;
  /** The pictures that the published post already has. */
  posted?: PostPicture[];
  /** Replaces the error message for too many pictures, because the default message is about pictures of a post. */
  tooManyText?: string;
}

/** Holds the pictures of a post in order. A file that cannot be used is refused with an error message. */
export function useChosenPictures({ draft, posted = [], tooManyText }: Options) {
  const { t } = useTranslation();
  const [pictures, setPictures] = useState<ChosenPicture[]>(() => posted.map(postedPicture));
  const [refusal, setRefusal] = useState<string>();
  const [restored, setRestored] = useState(false);
  const urls = useRef(new Set<string>());
  /** The newest list, because the list may change twice between two renders. Null until the first change. */
  const current = useRef<ChosenPicture[] | null>(null);
  const now = () => current.current ?? pictures;

  const preview = (file: File): string => {
    const url = URL.createObjectURL(file);
    urls.current.add(url);
    return url;
  };

  const set = (next: ChosenPicture[]) => {
    current.current = next;
    setPictures(next);
    const stored = newOnes(next).map(({ id, file, alt }) => ({ id, file, alt }));
    if (draft) void (stored.length ? storeDraftPictures(draft, stored) : deleteDraftPictures(draft));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: stored pictures are restored only once.
  useEffect(() => {
    let unmounted = false;
    if (draft) {
      void readDraftPictures(draft).then((stored) => {
        if (unmounted || current.current || !stored.length) return;
        const files = stored.map((each) => ({ ...each, file: toFile(each.file) }));
        const restoredOnes = files.map(({ file, alt }) => ({ id: uuid(), alt, file, url: preview(file) }));
        current.current = [...pictures, ...restoredOnes].slice(0, maxPictures);
        setPictures(current.current);
        setRestored(true);
      });
    }
    return () => {
      unmounted = true;
      for (const url of urls.current) URL.revokeObjectURL(url);
    };
  }, []);

  const refuse = (file: File, failure: Failure) => setRefusal(`${file.name}: ${failureText(failure)}`);

  const add = (files: Iterable<File>) => {
    const accepted: ChosenPicture[] = [];
    setRefusal(undefined);
    for (const file of files) {
      const failure = checkPicture(file);
      if (failure) refuse(file, failure);
      else accepted.push({ id: uuid(), alt: '', file, url: preview(file) });
    }
    const all = [...now(), ...accepted];
    if (all.length > maxPictures) setRefusal(tooManyText ?? t('composer.tooMany', { count: maxPictures }));
    set(all.slice(0, maxPictures));
  };

  const without = (id: string) => set(now().filter((picture) => picture.id !== id));

  const remove = (id: string) => {
    setRefusal(undefined);
    without(id);
  };

  /** Removes a file that the browser cannot decode, and shows an error message. */
  const refuseUnreadable = ({ id, file }: NewPicture) => {
    without(id);
    refuse(file, new Failure('image-unreadable'));
  };

  /** Changes a picture's description, and its file if the picture was cropped or rotated. */
  const change = (id: string, { alt, file }: { alt: string; file?: File | undefined }) =>
    set(
      now().map((picture) =>
        picture.id !== id ? picture : file ? { id, alt, file, url: preview(file) } : { ...picture, alt },
      ),
    );

  const move = (from: number, to: number) => {
    const next = [...now()];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
  };

  const empty = () => set([]);

  /** Deletes the stored pictures. The displayed pictures stay. */
  const clear = () => {
    setRestored(false);
    if (draft) void deleteDraftPictures(draft);
  };

  return {
    pictures,
    newPictures: newOnes(pictures),
    refusal,
    restored,
    add,
    remove,
    refuseUnreadable,
    change,
    move,
    clear,
    empty,
  };
}
