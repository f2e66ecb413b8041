import { useMemo, useSyncExternalStore } from 'react';
import { useOnline } from '../../../lib/connection.ts';
import { useViewer } from '../../../lib/session.ts';
import type { MessageStatus, Pending } from '../message.ts';
import { pendingMessages, watchOutbox } from './outbox.ts';

/** This member's messages that the server has not acknowledged, oldest first. */
export function useOutbox(): Pending[] {
  const { userId } = useViewer();
  const all = useSyncExternalStore(watchOutbox, pendingMessages);
  return useMemo(() => all.filter((pending) => pending.senderId === userId), [all, userId]);
}

/** How far a message that waits has come. */
export function usePendingStatus(): (pending: Pending) => MessageStatus {
  const online = useOnline();
  return ({ failure, stalled }) => (failure ? 'failed' : stalled || !online ? 'waiting' : 'sending');
}
