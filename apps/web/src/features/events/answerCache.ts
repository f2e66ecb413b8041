import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { isTemporary, type OutboxHandlers } from '../../lib/outbox/send.ts';
import { trpc } from '../../lib/trpc.ts';
import type { EventAnswer, EventView } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';

export const answerKey = (postId: number): string => `answer:${postId}`;

/** Returns the event with another answer of the viewer, and the counts that follow. Idempotent. */
function withAnswer(event: EventView, mine: EventAnswer | null): EventView {
  const answers = { ...event.answers };
  if (event.mine) answers[event.mine] = Math.max(0, answers[event.mine] - 1);
  if (mine) answers[mine] += 1;
  return { ...event, answers, mine };
}

/** Shows an answer in every cached query. */
export const showAnswer = (client: QueryClient, postId: number, mine: EventAnswer | null): void =>
  patchPost(client, postId, ({ event }) => ({ event: event && withAnswer(event, mine) }));

/** Sends an answer, and returns the one that the server has then. The card keeps the answer that it shows meanwhile. */
export async function sendAnswer(
  client: QueryClient,
  { postId, answer }: { postId: number; answer: EventAnswer | null },
): Promise<EventAnswer | null> {
  const { event } = await api.events.answer.mutate({ postId, answer });
  patchPost(client, postId, (old) => ({ event: event && old.event && withAnswer(event, old.event.mine) }));
  for (const shown of [trpc.events.answers, trpc.today])
    void client.invalidateQueries({ queryKey: getQueryKey(shown) });
  return event?.mine ?? null;
}

export const answerFailed = (error: unknown): string => `${t('events.answerFailed')} ${failureText(error)}`;

/** Sends an answer from the outbox. One that the server refuses, for example because the event is over, is taken back. */
export const answerOutbox = (client: QueryClient): OutboxHandlers['answer'] => ({
  send: async (payload) => {
    const { postId } = payload;
    try {
      showAnswer(client, postId, await sendAnswer(client, payload));
    } catch (error) {
      if (isTemporary(error)) throw error;
      void client.invalidateQueries({ queryKey: getQueryKey(trpc.posts) });
      toast(answerFailed(error), { variant: 'bad' });
    }
  },
});
