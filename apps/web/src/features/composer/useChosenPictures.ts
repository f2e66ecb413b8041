import { maxPictures } from '@kith/contracts/lengths';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, failureText } from '../../lib/failure.ts';
import {
  deleteDraftPictures,
  readDraftPictures,
  type StoredPicture,
  storeDraftPictures,
  type VideoEdits,
} from '../../lib/outbox/pictures.ts';
import { uuid } from '../../lib/outbox/store.ts';
import { playTime } from '../../lib/playTime.ts';
import type { PictureOfPost } from '../../lib/types.ts';
import { checkPicture, isVideo } from '../../lib/upload.ts';
import { retryWhenConnected } from '../../ui/retryWhenConnected.ts';
import { noEdits } from './video/edits.ts';
import { isPreparing } from './video/preparations.ts';
import { useVideos } from './video/useVideos.ts';

interface WithDescription {
  /** The client id of a new picture, or an id derived from the image id of a published one. */
  id: string;
  alt: string;
}

/** What was chosen as a video, with what its author has chosen of it. */
export interface ChosenVideo {
  original: File;
  edits: VideoEdits;
  /** The poster and the length, once the video is prepared. */
  ready?: NonNullable<StoredPicture['video']>;
}

/** A picture or video chosen on this device, with an object URL for displaying it or, once it is there, the video's poster. */
export interface NewPicture extends WithDescription {
  file: File;
  url: string;
  video?: ChosenVideo | undefined;
  posted?: undefined;
}

/** A picture that the published post already has. */
export interface PostedPicture extends WithDescription {
  posted: PictureOfPost;
}

export type ChosenPicture = NewPicture | PostedPicture;

const newOnes = (pictures: ChosenPicture[]): NewPicture[] => pictures.filter((picture) => !picture.posted);

const postedPicture = (posted: PictureOfPost): PostedPicture => ({
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

/** Returns a picture as it is stored. A video that is not prepared yet is stored as it was chosen, with its edits. */
export const toStored = ({ id, file, alt, video }: NewPicture): StoredPicture => ({
  id,
  alt,
  ...(video && !video.ready ? { file: video.original, edits: video.edits } : { file, video: video?.ready }),
});

/** Returns pictures as the outbox stores them: in order, with their sizes in pixels. */
export const storedPictures = (pictures: NewPicture[], positionOf = (_: NewPicture, index: number) => index) =>
  Promise.all(
    pictures.map(async (picture, index): Promise<StoredPicture> => {
      const { url } = picture;
      return { ...toStored(picture), position: positionOf(picture, index), ...(url && (await sizeOf(url))) };
    }),
  );

/** What a dialog changes of a picture or a video. */
export interface PictureChange {
  alt: string;
  file?: File | undefined;
  edits?: VideoEdits | undefined;
}

interface Options {
  /** Chosen pictures are stored under this name until `clear` is called, so that they survive a closed popup and a reload. */
  draft?: string;
  /** The pictures that the published post already has. */
  posted?: PictureOfPost[];
  /** The most pictures that can be chosen: by default those of an ordinary post. */
  max?: number;
  /** Replaces the error message for too many pictures, because the default message is about pictures of a post. */
  tooManyText?: string;
}

/** Holds the pictures of a post in order. A file that cannot be used is refused with an error message. */
export function useChosenPictures({ draft, posted = [], max = maxPictures, tooManyText }: Options) {
  const { t } = useTranslation();
  const [pictures, setPictures] = useState<ChosenPicture[]>(() => posted.map(postedPicture));
  const [refusal, setRefusal] = useState<string>();
  const [restored, setRestored] = useState(false);
  /** Whether a video waits for a connection, because the code that prepares it could not be loaded. */
  const [offline, setOffline] = useState(false);
  const urls = useRef(new Set<string>());
  /** The newest list, because the list may change twice between two renders. Null until the first change. */
  const current = useRef<ChosenPicture[] | null>(null);
  const now = () => current.current ?? pictures;

  const preview = (file: Blob): string => {
    const url = URL.createObjectURL(file);
    urls.current.add(url);
    return url;
  };

  const set = (next: ChosenPicture[]) => {
    current.current = next;
    setPictures(next);
    const stored = newOnes(next).map(toStored);
    if (draft) void (stored.length ? storeDraftPictures(draft, stored) : deleteDraftPictures(draft));
  };

  const refuse = (file: File, failure: Failure) => setRefusal(`${file.name}: ${failureText(failure)}`);

  const without = (id: string) => set(now().filter((picture) => picture.id !== id));

  const replace = (id: string, change: (picture: NewPicture) => ChosenPicture) =>
    set(now().map((picture) => (picture.id === id && !picture.posted ? change(picture) : picture)));

  const {
    prepare,
    cancel,
    handOver: handOverVideos,
  } = useVideos({
    onPrepared: (id, { file, poster, durationMs, cutTo }) =>
      replace(id, ({ alt, video, file: { name } }) => {
        setOffline(false);
        if (cutTo) setRefusal(`${name}: ${t('video.tooLong', { length: playTime(cutTo * 1_000) })}`);
        return {
          id,
          alt,
          file: new File([file], name, { type: file.type }),
          url: preview(poster),
          video: video && { ...video, ready: { poster, durationMs } },
        };
      }),
    onFailure: (id, failure) => {
      const failed = newOnes(now()).find((picture) => picture.id === id);
      if (failure.code === 'network') setOffline(true);
      else without(id);
      if (failed) refuse(failed.file, failure);
    },
  });

  /** Prepares those of some pictures that are videos and not prepared yet. */
  const prepareVideos = (chosen: NewPicture[]) => {
    for (const { id, video } of chosen) if (video && !video.ready) void prepare({ id, ...video });
  };

  const retry = useEffectEvent(() => {
    setRefusal(undefined);
    prepareVideos(newOnes(now()).filter(({ id }) => !isPreparing(id)));
  });
  useEffect(() => (offline ? retryWhenConnected(() => undefined, retry, true) : undefined), [offline]);

  const chosenFile = (file: File): NewPicture =>
    isVideo(file)
      ? { id: uuid(), alt: '', file, url: '', video: { original: file, edits: noEdits } }
      : { id: uuid(), alt: '', file, url: preview(file) };

  const restore = ({ file: blob, alt, video: ready, edits = noEdits }: StoredPicture): NewPicture => {
    const chosen = { ...chosenFile(toFile(blob)), alt };
    if (!chosen.video) return chosen;
    const video = { ...chosen.video, edits };
    return ready ? { ...chosen, url: preview(ready.poster), video: { ...video, ready } } : { ...chosen, video };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: stored pictures are restored only once.
  useEffect(() => {
    let unmounted = false;
    if (draft) {
      void readDraftPictures(draft).then((stored) => {
        if (unmounted || current.current || !stored.length) return;
        const restoredOnes = stored.map(restore);
        current.current = [...pictures, ...restoredOnes].slice(0, max);
        setPictures(current.current);
        prepareVideos(restoredOnes);
        setRestored(true);
      });
    }
    return () => {
      unmounted = true;
      for (const url of urls.current) URL.revokeObjectURL(url);
    };
  }, []);

  const add = (files: Iterable<File>) => {
    const accepted: NewPicture[] = [];
    setRefusal(undefined);
    for (const file of files) {
      const failure = isVideo(file) ? null : checkPicture(file);
      if (failure) refuse(file, failure);
      else accepted.push(chosenFile(file));
    }
    const all = [...now(), ...accepted];
    if (all.length > max) setRefusal(tooManyText ?? t('composer.tooMany', { count: max }));
    const kept = all.slice(0, max);
    set(kept);
    prepareVideos(accepted.filter((picture) => kept.includes(picture)));
  };

  const remove = (id: string) => {
    setRefusal(undefined);
    cancel(id);
    without(id);
  };

  /** Removes a file that the browser cannot decode, and shows an error message. */
  const refuseUnreadable = ({ id, file }: NewPicture) => {
    without(id);
    refuse(file, new Failure('image-unreadable'));
  };

  /** Changes a picture's description, and its file if it was cropped or rotated. A video with other edits is prepared again. */
  const change = (id: string, { alt, file, edits }: PictureChange) => {
    if (edits) setRefusal(undefined);
    set(
      now().map((picture) =>
        picture.id !== id ? picture : file ? { id, alt, file, url: preview(file) } : { ...picture, alt },
      ),
    );
    if (edits)
      replace(id, (picture) =>
        picture.video ? { ...picture, video: { original: picture.video.original, edits } } : picture,
      );
    prepareVideos(newOnes(now()).filter((picture) => edits && picture.id === id));
  };

  const move = (from: number, to: number) => {
    const next = [...now()];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
  };

  const empty = () => {
    for (const { id } of now()) cancel(id);
    setRefusal(undefined);
    set([]);
  };

  /** Deletes the stored pictures. The displayed pictures stay. */
  const clear = () => {
    setRestored(false);
    if (draft) void deleteDraftPictures(draft);
  };

  /** Returns the new pictures for the outbox, which goes on preparing their videos when this form is closed. */
  const handOver = (): NewPicture[] => {
    handOverVideos();
    setOffline(false);
    return newOnes(now());
  };
  /** Prepares the videos here again after they were handed over, because they are not sent yet. */
  const takeBack = () => prepareVideos(newOnes(now()));

  return {
    pictures,
    max,
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
    handOver,
    takeBack,
  };
}
