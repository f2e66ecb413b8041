import { useEffect, useRef, useState } from 'react';
import { Failure, failureText } from '../../lib/failure.ts';
import { dropDraftPictures, keepDraftPictures, keptDraftPictures } from '../../lib/outbox/pictures.ts';
import { checkPicture } from '../../lib/upload.ts';

export interface ChosenPicture {
  id: number;
  file: File;
  url: string;
}

/**
 * The pictures chosen, dropped or pasted, with their previews; what cannot be used is refused in words. With a name they
 * survive a closed popup and a reload as a draft of that name does, until `clear`.
 */
export function useChosenPictures(draft?: string) {
  const [pictures, setPictures] = useState<ChosenPicture[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [restored, setRestored] = useState(false);
  const nextId = useRef(1);
  const urls = useRef(new Set<string>());
  /** The newest list, which may be changed twice between two renders; null until it is changed. */
  const current = useRef<ChosenPicture[] | null>(null);

  const preview = (file: File): ChosenPicture => {
    const url = URL.createObjectURL(file);
    urls.current.add(url);
    return { id: nextId.current++, file, url };
  };

  const set = (next: ChosenPicture[]) => {
    current.current = next;
    setPictures(next);
    if (draft && next.length)
      void keepDraftPictures(
        draft,
        next.map(({ file }) => file),
      );
    else if (draft) void dropDraftPictures(draft);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is taken up once.
  useEffect(() => {
    let gone = false;
    if (draft) {
      void keptDraftPictures(draft).then((files) => {
        if (gone || current.current || !files.length) return;
        current.current = files.map(preview);
        setPictures(current.current);
        setRestored(true);
      });
    }
    return () => {
      gone = true;
      for (const url of urls.current) URL.revokeObjectURL(url);
    };
  }, []);

  const refuse = (file: File, failure: Failure) => setRefusal(`${file.name}: ${failureText(failure)}`);

  const add = (files: Iterable<File>) => {
    const good: ChosenPicture[] = [];
    setRefusal(undefined);
    for (const file of files) {
      const failure = checkPicture(file);
      if (failure) refuse(file, failure);
      else good.push(preview(file));
    }
    set([...(current.current ?? []), ...good]);
  };

  const without = (id: number) => set((current.current ?? []).filter((picture) => picture.id !== id));

  const remove = (id: number) => {
    setRefusal(undefined);
    without(id);
  };

  /** The browser cannot show it: it is no picture, whatever its name says. */
  const refuseUnreadable = ({ id, file }: ChosenPicture) => {
    without(id);
    refuse(file, new Failure('image-unreadable'));
  };

  /** Forgets what is kept; what is shown stays. */
  const clear = () => void (draft && dropDraftPictures(draft));

  return { pictures, refusal, restored, add, remove, refuseUnreadable, clear };
}
