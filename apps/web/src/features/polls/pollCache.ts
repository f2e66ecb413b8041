import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { patchItems, patchQueries, postLists } from '../../lib/cachedLists.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import type { OutboxPayloads } from '../../lib/outbox/payloads.ts';
import { isTemporary, type OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries } from '../../lib/queries.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Poll, PostView } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { cachedPosts, patchPost } from '../posts/postCache.ts';

export const voteKey = (pollId: number): string => `vote:${pollId}`;

/** The keys of cached messages, see `messageCache.ts`. */
const conversations = ['conversation'];

/** Shows the state of a poll in every cached post and message that has it. */
export function showPoll(client: QueryClient, poll: Poll): void {
  const change = <T extends { poll: Poll | null }>(each: T): T =>
    each.poll?.id === poll.id ? { ...each, poll } : each;
  patchItems<PostView>(client, Object.values(postLists), change, 'posts');
  patchQueries<PostView>(client, [getQueryKey(trpc.posts.byId)], change);
  patchItems<{ poll: Poll | null }>(client, [conversations], change);
}

/** Votes, and returns the poll as the server has it then. */
export async function sendVote(client: QueryClient, payload: OutboxPayloads['vote']): Promise<Poll> {
  const voted = await api.polls.vote.mutate(payload);
  showPoll(client, voted);
  void client.invalidateQueries({ queryKey: getQueryKey(trpc.today) });
  return voted;
}

/** Fetches what has the poll, which the server has closed meanwhile. */
export async function refreshPoll(client: QueryClient, pollId: number): Promise<void> {
  const post = cachedPosts(client).find(({ poll }) => poll?.id === pollId);
  if (!post) return client.invalidateQueries({ queryKey: conversations });
  const { postId } = post;
  patchPost(client, postId, await queries.posts.byId.fetch({ postId }, { staleTime: 0 }));
}

/** Says why the server refused a vote. */
export function voteRefused(client: QueryClient, pollId: number, error: unknown): void {
  if (failureOf(error).code === 'poll-closed') void refreshPoll(client, pollId).catch(() => undefined);
  toast(`${t('polls.voteFailed')} ${failureText(error)}`, { variant: 'bad' });
}

/** Sends a vote from the outbox. */
export const voteOutbox = (client: QueryClient): OutboxHandlers['vote'] => ({
  send: async (payload) => {
    try {
      await sendVote(client, payload);
    } catch (error) {
      if (isTemporary(error)) throw error;
      voteRefused(client, payload.pollId, error);
    }
  },
});
