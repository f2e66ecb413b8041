import { useSyncExternalStore } from 'react';
import { waiting, watchOutbox } from './store.ts';
import type { OutboxEntry, OutboxKind } from './types.ts';

/** What of one kind waits for a connection, oldest first. */
export function useWaiting<K extends OutboxKind>(kind: K): OutboxEntry<K>[] {
  const list = useSyncExternalStore(watchOutbox, waiting);
  return list.filter((entry) => entry.kind === kind) as OutboxEntry<K>[];
}
