import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useViewer } from '../../lib/session.ts';
import { uuid } from '../../lib/uuid.ts';
import { addPending } from './outbox.ts';

const pause = 3_000;

/** Sends to one person: the words wait in the outbox until the server has them. Typing is told now and then. */
export function useSend(receiverId: number) {
  const { userId: senderId } = useViewer();
  const told = useRef(0);

  const send = (typed: string): boolean => {
    const content = typed.trim();
    if (!content) return false;
    told.current = 0;
    addPending({ clientId: uuid(), senderId, receiverId, content, createdAt: new Date().toISOString() });
    return true;
  };

  const announceTyping = () => {
    if (Date.now() - told.current < pause || !navigator.onLine) return;
    told.current = Date.now();
    // It is only a courtesy: nobody misses one that did not arrive.
    api.messages.typing.mutate({ withUserId: receiverId }).catch(() => undefined);
  };
  return { send, announceTyping };
}
