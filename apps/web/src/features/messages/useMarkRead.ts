import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { clearUnread } from './contactCache.ts';
import { putRead } from './messageCache.ts';
import { setOpenChat } from './reading.ts';
import type { Message } from './types.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether somebody can see this tab. */
const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** What is on the screen of somebody who looks at it is read; the badges follow. */
export function useMarkRead(withUserId: number, newest: Message | undefined, waiting: number): void {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId: me } = useViewer();
  const visible = useVisible();

  useEffect(() => {
    setOpenChat(withUserId);
    return () => setOpenChat(null);
  }, [withUserId]);

  const unread = newest?.sender.userId === withUserId && !newest.readByReceiver;
  const upTo = newest?.messageId ?? 0;
  const due = visible && upTo > 0 && (unread || waiting > 0);
  useEffect(() => {
    if (!due) return;
    void api.messages.markConversationRead.mutate({ withUserId }).then(
      () => {
        putRead(client, withUserId, me, upTo);
        clearUnread(client, withUserId);
        void utils.messages.unreadCount.invalidate();
      },
      // Unread it stays, and the next message or visit tries again.
      () => undefined,
    );
  }, [due, upTo, client, utils, withUserId, me]);
}
