import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import type { Message, Person } from '../message.ts';

/** The members of a chat by user id, including former members. */
export interface People {
  nameOf: (userId: number) => string;
  pictureOf: (userId: number) => string | null;
  /** The number of a group's members other than the viewer; 0 in a direct chat. */
  others: number;
}

/** The maximum number of former members whose names are fetched for one chat. */
const maxFormer = 50;

function userIdsIn(messages: Message[]): Set<number> {
  const ids = new Set<number>();
  for (const { sender, subject, replyTo } of messages)
    for (const id of [sender.userId, subject?.userId, replyTo?.senderId]) if (id !== undefined) ids.add(id);
  return ids;
}

/** Returns the members of a chat. Former members who occur in the messages are fetched. `others` is 0 in a direct chat. */
export function usePeople(members: readonly Person[], messages: Message[], others: number): People {
  const { t } = useTranslation();
  const viewer = useViewer();
  const formerIds = useMemo(() => {
    const known = new Set([viewer.userId, ...members.map(({ userId }) => userId)]);
    return members.length ? [...userIdsIn(messages)].filter((id) => !known.has(id)).slice(0, maxFormer) : [];
  }, [viewer.userId, members, messages]);
  const former = useQueries({
    queries: formerIds.map((userId) =>
      queries.users.byId.queryOptions({ userId }, { staleTime: Number.POSITIVE_INFINITY }),
    ),
    combine: (results) => results.map(({ data, error }) => data ?? (error && failureOf(error).code)),
  });
  return useMemo(() => {
    const people = new Map<number, Person>([...members, viewer].map((person) => [person.userId, person]));
    for (const found of former) if (found && typeof found === 'object') people.set(found.userId, found);
    const deleted = new Set(formerIds.filter((_, index) => typeof former[index] === 'string'));
    const nameOf = (userId: number) => {
      const person = people.get(userId);
      return person
        ? (person.userName ?? t('messages.unavailable'))
        : deleted.has(userId)
          ? t('messages.unavailable')
          : '';
    };
    return { nameOf, pictureOf: (userId) => people.get(userId)?.profilePicture ?? null, others };
  }, [members, viewer, former, formerIds, others, t]);
}
