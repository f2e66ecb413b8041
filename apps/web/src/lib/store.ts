import { useSyncExternalStore } from 'react';

/**
 * An event that code can watch. `start` is called when the first watcher is added, and the function that it returns when the
 * last watcher is removed.
 */
export function createSignal(start?: () => () => void) {
  const watchers = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    emit(): void {
      for (const watcher of watchers) watcher();
    },
    /** Calls `watcher` at each event, until the returned function is called. */
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      if (watchers.size === 1) stop = start?.();
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) stop?.();
      };
    },
  };
}

/** A value outside of React that components and other code watch. */
export function createStore<T>(value: T, start?: () => () => void) {
  const { emit, watch } = createSignal(start);
  return {
    watch,
    get: (): T => value,
    set(next: T): void {
      if (next === value) return;
      value = next;
      emit();
    },
  };
}

type Store<T> = ReturnType<typeof createStore<T>>;

export const useStore = <T>({ watch, get }: Store<T>): T => useSyncExternalStore(watch, get);
