import { useRef, useSyncExternalStore } from 'react';

// This module replaces the package `use-sync-external-store/shim`, which libraries include for React before version 18.
export { useSyncExternalStore } from 'react';

interface Read<S, T> {
  snapshot: S;
  selector: (snapshot: S) => T;
  value: T;
}

/** Replaces the package's function of the same name at a third of its size. Server rendering is not supported. */
export function useSyncExternalStoreWithSelector<S, T>(
  subscribe: (listener: () => void) => () => void,
  getSnapshot: () => S,
  _getServerSnapshot: unknown,
  selector: (snapshot: S) => T,
  isEqual?: (a: T, b: T) => boolean,
): T {
  const last = useRef<Read<S, T>>(undefined);
  return useSyncExternalStore(subscribe, () => {
    const snapshot = getSnapshot();
    const cached = last.current;
    if (cached?.selector === selector && Object.is(cached.snapshot, snapshot)) return cached.value;
    const next = selector(snapshot);
    const value = cached && isEqual?.(cached.value, next) ? cached.value : next;
    last.current = { snapshot, selector, value };
    return value;
  });
}
