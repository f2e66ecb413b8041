import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type OutboxHandlers, sendOutbox } from '../../lib/outbox/send.ts';
import { type OutboxEntry, type OutboxKind, waiting } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/session.ts';
import { commentOutbox } from '../comments/commentCache.ts';
import { postOutbox } from '../composer/sendPost.ts';
import { followOutbox } from '../follows/followCache.ts';
import { likeOutbox } from '../likes/likeCache.ts';
import { messageOutbox } from '../messages/sending/pending.ts';

const show = <K extends OutboxKind>(handlers: OutboxHandlers, { kind, payload }: OutboxEntry<K>): void =>
  handlers[kind as K].show?.(payload as OutboxEntry<K>['payload']);

/** Lists that come from the server, or were kept from earlier, do not know yet what waits here. */
function keepShown(client: QueryClient, handlers: OutboxHandlers): () => void {
  const showAll = () => {
    for (const entry of waiting()) show(handlers, entry);
  };
  showAll();
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) showAll();
  });
}

/** Sends what waits, and shows it until then; each feature says how. */
export function useOutbox(): void {
  const client = useQueryClient();
  const { userId } = useViewer();
  useEffect(() => {
    const handlers: OutboxHandlers = {
      like: likeOutbox(client, userId),
      comment: commentOutbox(client, userId),
      follow: followOutbox(client, userId),
      post: postOutbox(client, userId),
      message: messageOutbox(client, userId),
    };
    const stop = sendOutbox(handlers);
    const leave = keepShown(client, handlers);
    return () => {
      stop();
      leave();
    };
  }, [client, userId]);
}
