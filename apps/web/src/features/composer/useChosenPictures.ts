import { useEffect, useRef, useState } from 'react';
import { checkPicture } from '../../lib/pictures.ts';
import { useFailureText } from '../../lib/useFailureText.ts';

export interface ChosenPicture {
  id: number;
  file: File;
  url: string;
}

/** The pictures chosen, dropped or pasted, with their previews; what cannot be used is refused in words. */
export function useChosenPictures() {
  const text = useFailureText();
  const [pictures, setPictures] = useState<ChosenPicture[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const nextId = useRef(1);
  const urls = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const add = (files: Iterable<File>) => {
    const good: ChosenPicture[] = [];
    setRefusal(undefined);
    for (const file of files) {
      const failure = checkPicture(file);
      if (failure) {
        setRefusal(`${file.name}: ${text(failure)}`);
        continue;
      }
      const url = URL.createObjectURL(file);
      urls.current.add(url);
      good.push({ id: nextId.current++, file, url });
    }
    setPictures((old) => [...old, ...good]);
  };

  const remove = (id: number) => {
    setRefusal(undefined);
    setPictures((old) => old.filter((picture) => picture.id !== id));
  };

  return { pictures, refusal, add, remove };
}
