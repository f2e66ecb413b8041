import { useSyncExternalStore } from 'react';

export interface Reported {
  kind: 'post' | 'comment' | 'message' | 'user';
  id: number;
}

let asked: Reported | null = null;
const watchers = new Set<() => void>();

const set = (next: Reported | null): void => {
  asked = next;
  for (const watcher of watchers) watcher();
};

/**
 * Opens the report dialog above any open popup. It has no address of its own, because a link to a half-written report is useless.
 */
export const askReport = (reported: Reported): void => set(reported);
export const closeReport = (): void => set(null);

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

export const useReported = (): Reported | null => useSyncExternalStore(subscribe, () => asked);
