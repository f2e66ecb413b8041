import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { itemsOf, paging } from '../../lib/lists.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { conversationInput, putLatest } from './messageCache.ts';
import type { Message, ShownMessage } from './types.ts';
import { useOutbox, usePendingStatus } from './useOutbox.ts';

const shown = new WeakMap<Message, ShownMessage>();

/** The same object for the same message, so that only what changed is drawn again. */
function asShown(message: Message, me: number): ShownMessage {
  const made = shown.get(message) ?? {
    key: message.clientId ?? String(message.messageId),
    content: message.content,
    createdAt: message.createdAt,
    mine: message.sender.userId === me,
    status: message.readByReceiver ? 'read' : 'sent',
  };
  shown.set(message, made);
  return made;
}

/** The messages with one person, oldest first, those under way at the end. */
export function useConversation(withUserId: number) {
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const query = trpc.messages.conversation.useInfiniteQuery(conversationInput(withUserId), paging);
  const outbox = useOutbox();
  const statusOf = usePendingStatus();

  const { isFetching } = query;
  useEffect(() => {
    if (!isFetching) putLatest(client, withUserId, me);
  }, [client, withUserId, me, isFetching]);

  const acknowledged = useMemo(() => itemsOf(query.data), [query.data]);
  const known = useMemo(() => new Set(acknowledged.map(({ clientId }) => clientId)), [acknowledged]);
  const stored = useMemo(() => acknowledged.map((message) => asShown(message, me)).reverse(), [acknowledged, me]);
  const waiting = outbox
    .filter((pending) => pending.receiverId === withUserId && !known.has(pending.clientId))
    .map(
      (pending): ShownMessage => ({
        key: pending.clientId,
        content: pending.content,
        createdAt: pending.createdAt,
        mine: true,
        status: statusOf(pending),
        pending,
      }),
    );
  return { query, newest: acknowledged[0], messages: waiting.length ? [...stored, ...waiting] : stored };
}
