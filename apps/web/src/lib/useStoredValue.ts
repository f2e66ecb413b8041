import { useCallback, useEffect, useState } from 'react';
import { memberKey } from './member.ts';

const readItem = <T>(key: string, empty: T): T => {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? empty : (JSON.parse(stored) as T);
  } catch {
    return empty;
  }
};

const writeItem = (key: string, value: unknown): void => {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the value is lost when the component unmounts.
  }
};

const listeners = new Set<(key: string, value: unknown) => void>();
/** Returns the storage key. All keys contain `draft`, because originally only drafts were stored here. */
const keyOf = (name: string): string => memberKey(`draft.${name}`);

export const readStoredValue = <T>(name: string, empty: T): T => readItem(keyOf(name), empty);

/** Stores a value. Components that use the value show it at once. */
export function writeStoredValue(name: string, value: unknown): void {
  writeItem(keyOf(name), value);
  for (const listener of listeners) listener(keyOf(name), value);
}

/**
 * Holds a small value of this page's member, such as a draft or a preference, in the browser's storage. The value survives a
 * closed popup and a reload; `clear` deletes it.
 */
export function useStoredValue<T>(name: string, empty: T) {
  const key = keyOf(name);
  const [value, setValue] = useState<T>(() => readItem(key, empty));
  useEffect(() => {
    const onWrite = (changedKey: string, changed: unknown) => {
      if (changedKey === key) setValue(changed as T);
    };
    listeners.add(onWrite);
    return () => void listeners.delete(onWrite);
  }, [key]);
  const set = useCallback(
    (next: T) => {
      setValue(next);
      writeItem(key, next);
    },
    [key],
  );
  const clear = () => {
    setValue(empty);
    writeItem(key, undefined);
  };
  return [value, set, clear] as const;
}
