import { useCallback, useEffect, useState } from 'react';
import { memberKey } from './member.ts';

const read = <T>(key: string, empty: T): T => {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? empty : (JSON.parse(kept) as T);
  } catch {
    return empty;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage only the draft is lost.
  }
};

const listeners = new Set<(key: string, value: unknown) => void>();
const keyOf = (name: string): string => memberKey(`draft.${name}`);

export const readDraft = <T>(name: string, empty: T): T => read(keyOf(name), empty);

/** Sets a draft from outside its form; an open form shows it at once. */
export function putDraft(name: string, value: unknown): void {
  write(keyOf(name), value);
  for (const listener of listeners) listener(keyOf(name), value);
}

/** Deletes a stored draft; a form that shows it keeps its text. */
export const dropDraft = (name: string): void => write(keyOf(name), undefined);

/** A form value that survives a closed popup and a reload; `clear` deletes it. */
export function useDraft<T>(name: string, empty: T) {
  const key = keyOf(name);
  const [value, setValue] = useState<T>(() => read(key, empty));
  useEffect(() => {
    const onPut = (put: string, given: unknown) => {
      if (put === key) setValue(given as T);
    };
    listeners.add(onPut);
    return () => void listeners.delete(onPut);
  }, [key]);
  const set = useCallback(
    (next: T) => {
      setValue(next);
      write(key, next);
    },
    [key],
  );
  const clear = () => {
    setValue(empty);
    write(key, undefined);
  };
  return [value, set, clear] as const;
}
