import { useSyncExternalStore } from 'react';

export interface ReportTarget {
  kind: 'post' | 'comment' | 'message' | 'user';
  id: number;
}

let current: ReportTarget | null = null;
const watchers = new Set<() => void>();

const set = (next: ReportTarget | null): void => {
  current = next;
  for (const watcher of watchers) watcher();
};

/**
 * Opens the report dialog above any open popup. The dialog has no address, because a link to a half-written report is useless.
 */
export const openReport = (reported: ReportTarget): void => set(reported);
export const closeReport = (): void => set(null);

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

export const useReportTarget = (): ReportTarget | null => useSyncExternalStore(subscribe, () => current);
