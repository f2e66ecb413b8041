import { useCallback, useState } from 'react';

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
    // A full or forbidden storage only costs the draft.
  }
};

/** Text that survives a closed popup and a reload; `clear` forgets it. */
export function useDraft<T>(name: string, empty: T) {
  const key = `kith.draft.${name}`;
  const [value, setValue] = useState<T>(() => read(key, empty));
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
