import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/connection.ts';
import type { OutboxHandlers } from '../../../lib/outbox/send.ts';
import { putMessage } from '../contacts/contactCache.ts';
import type { MessageStatus, Pending } from '../message.ts';

/** How long a message may take, in milliseconds, before it counts as not sent and is tried again. */
const patience = 20_000;

/** A refused message stays in its chat, where it is tried again or thrown away. */
export const messageOutbox = (client: QueryClient, senderId: number): OutboxHandlers['message'] => ({
  send: async ({ receiverId, content }, clientId) => {
    const input = { senderId, receiverId, content, clientId };
    putMessage(client, senderId, await api.messages.send.mutate(input, { signal: AbortSignal.timeout(patience) }));
  },
});

/** How far a message that waits has come. */
export function usePendingStatus(): (pending: Pending) => MessageStatus {
  const online = useOnline();
  return ({ failure, stalled }) => (failure ? 'failed' : stalled || !online ? 'waiting' : 'sending');
}
