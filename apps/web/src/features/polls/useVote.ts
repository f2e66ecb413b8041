import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { patchItems, patchQueries, postLists } from '../../lib/cachedLists.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { queries } from '../../lib/queries.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Poll, PostView } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { cachedPosts, patchPost } from '../posts/postCache.ts';

/** The keys of cached messages, see `messageCache.ts`. */
const conversations = ['conversation'];

/** Shows the state of a poll in every cached post and message that has it. */
function showPoll(client: QueryClient, poll: Poll): void {
  const change = <T extends { poll: Poll | null }>(each: T): T =>
    each.poll?.id === poll.id ? { ...each, poll } : each;
  patchItems<PostView>(client, Object.values(postLists), change, 'posts');
  patchQueries<PostView>(client, [getQueryKey(trpc.posts.byId)], change);
  patchItems<{ poll: Poll | null }>(client, [conversations], change);
}

/** Fetches what has the poll, which the server has closed meanwhile. */
async function refresh(client: QueryClient, { id }: Poll): Promise<void> {
  const post = cachedPosts(client).find(({ poll }) => poll?.id === id);
  if (!post) return client.invalidateQueries({ queryKey: conversations });
  const { postId } = post;
  patchPost(client, postId, await queries.posts.byId.fetch({ postId }, { staleTime: 0 }));
}

const chosenIn = ({ options }: Poll): string => options.flatMap(({ id, mine }) => (mine ? [id] : [])).join();

const idsOf = (chosen: string): number[] => (chosen ? chosen.split(',').map(Number) : []);

/** The poll as it is with another choice of the viewer. Numbers that the viewer does not see yet stay hidden. */
function withChoice(poll: Poll, ids: number[]): Poll {
  const before = poll.options.some(({ mine }) => mine);
  return {
    ...poll,
    voters: poll.voters + Number(ids.length > 0) - Number(before),
    options: poll.options.map((option) => {
      const mine = ids.includes(option.id);
      const votes = option.votes === null ? null : option.votes + Number(mine) - Number(option.mine);
      return { ...option, mine, votes };
    }),
  };
}

/**
 * Returns the poll with the viewer's choice, which is shown at once, and the functions that vote and close. Of choices during a
 * call, only the last one is sent.
 */
export function useVote(poll: Poll) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const choose = useToggleMutationQueue({
    key: `poll:${poll.id}`,
    value: chosenIn(poll),
    send: async (ids: string) => {
      const voted = await api.polls.vote.mutate({ pollId: poll.id, optionIds: idsOf(ids) });
      showPoll(client, voted);
      return chosenIn(voted);
    },
    onRequest: setChosen,
    onSettled: (_confirmed, error) => {
      setChosen(undefined);
      if (!error) return;
      if (failureOf(error).code === 'poll-closed') void refresh(client, poll).catch(() => undefined);
      toast(`${t('polls.voteFailed')} ${failureText(error)}`, { variant: 'bad' });
    },
  });
  const close = async (): Promise<void> => {
    try {
      showPoll(client, await api.polls.close.mutate({ pollId: poll.id }));
    } catch (error) {
      toast(`${t('polls.closeFailed')} ${failureText(error)}`, { variant: 'bad' });
    }
  };
  const shown = chosen === undefined ? poll : withChoice(poll, idsOf(chosen));
  return {
    shown,
    /** Chooses an option or, of several, takes it away. */
    press: (id: number) => {
      const ids = idsOf(chosenIn(shown));
      const others = shown.multiple ? ids.filter((each) => each !== id) : [];
      const next = shown.multiple && ids.includes(id) ? others : [...others, id];
      choose(shown.options.flatMap((option) => (next.includes(option.id) ? [option.id] : [])).join());
    },
    takeBack: () => choose(''),
    close,
  };
}
