import { skipToken, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf } from '../../../lib/failure.ts';
import { chatsInput, itemsOf, paging } from '../../../lib/lists.ts';
import { onLive } from '../../../lib/live.ts';
import { queries } from '../../../lib/queries.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { nameOf } from '../../../ui/PersonName.tsx';
import { type ChatKey, type ChosenChat, otherOf } from '../chat.ts';
import { useArchivedChats } from '../list/useChatList.ts';
import type { Chat, Message, Person } from '../message.ts';
import { idOfDirectChat } from './messageCache.ts';

/** The chat on screen, whether direct or a group. */
export interface OpenChat {
  /** The id of the chat; undefined until it is loaded, and 0 if there is no chat with the other member yet. */
  chat: ChatKey | undefined;
  /** How the address of the screen names the chat. */
  chosen: ChosenChat;
  /** The name of the group or of the other member. Empty until it is loaded. */
  name: string;
  /** The other member of a direct chat. Null in a group and until the member is loaded. */
  person: Person | null;
  group: Chat | null;
  /** The chat as the lists show it; null until it is loaded, and if there is none yet. */
  row: Chat | null;
  members: readonly Person[];
  /** The number of a group's members other than the viewer; 0 in a direct chat. */
  others: number;
  unread: number;
  loaded: boolean;
  /** Whether the chat is a group of which the viewer is not, or no longer, a member. */
  gone: boolean;
  /** Whether the chat could not be loaded; `retry` loads it again. */
  failed: boolean;
  retry: () => void;
}

const noMembers: readonly Person[] = [];

/** Finds the chat in the lists of chats or, if these do not contain it, on the server. */
function useChat({ userId, chatId }: ChosenChat, me: number) {
  const chats = trpc.chats.list.useInfiniteQuery(chatsInput(''), paging);
  const archived = useArchivedChats();
  const listed = [...itemsOf(chats.data), ...archived.rows].find((row) =>
    userId === undefined ? row.chatId === chatId : otherOf(row, me)?.userId === userId,
  );
  const direct = trpc.chats.withUser.useQuery(userId === undefined || listed ? skipToken : { withUserId: userId });
  const group = trpc.chats.byId.useQuery(chatId === undefined ? skipToken : { chatId });
  const query = userId === undefined ? group : direct;
  const missing = query.isError && failureOf(query.error).code === 'not-found';
  return {
    query,
    missing,
    listed,
    chat: missing ? undefined : userId === undefined ? (group.data ?? listed) : (listed ?? direct.data),
  };
}

/** Returns a member with whom the viewer has no chat yet. The name of a deleted member is null. */
function useStranger(userId: number | undefined): Person | null {
  const { data, isError, error } = trpc.users.byId.useQuery(userId === undefined ? skipToken : { userId });
  if (userId === undefined) return null;
  if (data) return data;
  return isError && failureOf(error).code === 'not-found'
    ? { userId, userName: null, displayName: null, profilePicture: null }
    : null;
}

export function useOpenChat(chosen: ChosenChat): OpenChat {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const { query, missing, listed, chat } = useChat(chosen, me);
  const stranger = useStranger(missing ? chosen.userId : undefined);
  const group = chat?.kind === 'group' ? chat : null;
  const person = (chat && otherOf(chat, me)) ?? stranger;
  const members = useMemo(() => group?.users ?? (person ? [person] : noMembers), [group, person]);
  const name = group ? (group.name ?? '') : person ? (nameOf(person) ?? t('messages.unavailable')) : '';
  return {
    chat: chat?.chatId ?? (missing ? 0 : undefined),
    chosen,
    name,
    person,
    group,
    row: listed ?? chat ?? null,
    members,
    others: group ? group.users.filter(({ userId }) => userId !== me).length : 0,
    unread: (listed ?? chat)?.unreadCount ?? 0,
    loaded: (person ?? group) !== null,
    gone: missing && chosen.userId === undefined,
    failed: !chat && !missing && (query.isError || query.isPaused),
    retry: () => void query.refetch(),
  };
}

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
    const nameById = (userId: number) => {
      const person = people.get(userId);
      return person
        ? (nameOf(person) ?? t('messages.unavailable'))
        : deleted.has(userId)
          ? t('messages.unavailable')
          : '';
    };
    return { nameOf: nameById, pictureOf: (userId) => people.get(userId)?.profilePicture ?? null, others };
  }, [members, viewer, former, formerIds, others, t]);
}

/** A time so far ahead that the mute has no end in practice. */
const latestTime = '9998-12-31T00:00:00.000Z';

export type MutedChat = Pick<OpenChat, 'chat' | 'chosen' | 'name'>;

/**
 * Mutes a chat for so many seconds or, with `forever`, without an end. `null` unmutes it. A muted chat sends no pushes and the
 * badge ignores it.
 */
export async function muteChat({ chat, chosen }: MutedChat, length: number | 'forever' | null): Promise<void> {
  const chatId = chat || (await idOfDirectChat(chosen.userId ?? 0));
  const end = typeof length === 'number' ? { forSeconds: length } : { mutedUntil: length === null ? null : latestTime };
  await api.chats.update.mutate({ chatId, ...end });
  void queries.messages.unreadCount.invalidate();
  await Promise.all([
    queries.chats.list.invalidate(),
    queries.chats.byId.invalidate({ chatId }),
    queries.chats.withUser.invalidate(),
  ]);
}

const typingMs = 4_000;

/** Returns whether the other member of a direct chat is typing. Typing in groups is not published. */
export function useTyping(chat: ChatKey | undefined): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    if (!chat) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const clearTyping = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const off = [
      onLive('chat.typing', ({ chatId }) => {
        if (chatId !== chat) return;
        clearTimeout(timer);
        timer = setTimeout(clearTyping, typingMs);
        setTyping(true);
      }),
      onLive('chat.message', ({ message }) => message.chatId === chat && clearTyping()),
    ];
    return () => {
      clearTyping();
      for (const stop of off) stop();
    };
  }, [chat]);
  return typing;
}
