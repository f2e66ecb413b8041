import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useMinute } from '../../lib/clock.ts';
import { failureText } from '../../lib/failure.ts';
import { deliver, useWaiting } from '../../lib/outbox/store.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import type { Poll } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { refreshPoll, sendVote, showPoll, voteKey, voteRefused } from './pollCache.ts';

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

/** Fetches a poll anew once its time is over: an open page would offer to vote, and everybody sees the numbers from then on. */
function useClosing({ id, closed, closesAt }: Poll): void {
  const client = useQueryClient();
  const minute = useMinute();
  const isDue = id !== 0 && !closed && closesAt !== null && Date.parse(closesAt) <= Date.now();
  // Each minute until the server says so: its clock may be behind the reader's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the minute makes it ask again.
  useEffect(() => {
    if (isDue) void refreshPoll(client, id).catch(() => undefined);
  }, [client, id, isDue, minute]);
}

/**
 * Returns the poll with the viewer's choice, which is shown at once, and the functions that vote and close. Of choices during a
 * call, only the last one is sent. Without a connection, the last choice waits in the outbox.
 */
export function useVote(poll: Poll) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  useClosing(poll);
  const key = voteKey(poll.id);
  const waiting = useWaiting('vote').find(({ id }) => id === key);
  const known = waiting ? withChoice(poll, waiting.payload.optionIds) : poll;
  const choose = useToggleMutationQueue({
    key,
    value: chosenIn(known),
    send: async (ids: string) => {
      const payload = { pollId: poll.id, optionIds: idsOf(ids) };
      const voted = await deliver('vote', key, payload, () => sendVote(client, payload));
      return voted ? chosenIn(voted) : ids;
    },
    onRequest: setChosen,
    onSettled: (_confirmed, error) => {
      setChosen(undefined);
      if (error) voteRefused(client, poll.id, error);
    },
  });
  const close = async (): Promise<void> => {
    try {
      showPoll(client, await api.polls.close.mutate({ pollId: poll.id }));
    } catch (error) {
      toast(`${t('polls.closeFailed')} ${failureText(error)}`, { variant: 'bad' });
    }
  };
  const shown = chosen === undefined ? known : withChoice(poll, idsOf(chosen));
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
