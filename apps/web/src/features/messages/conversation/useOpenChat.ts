import { skipToken } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../lib/failure.ts';
import { chatsInput, itemsOf, paging } from '../../../lib/lists.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { type ChatKey, type ChosenChat, otherOf } from '../chat.ts';
import type { Chat, Person } from '../message.ts';

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
  members: readonly Person[];
  /** The number of a group's members other than the viewer; 0 in a direct chat. */
  others: number;
  unread: number;
  mutedUntil: string | null;
  loaded: boolean;
  /** Whether the chat is a group of which the viewer is not, or no longer, a member. */
  gone: boolean;
  /** Whether the chat could not be loaded; `retry` loads it again. */
  failed: boolean;
  retry: () => void;
}

const noMembers: readonly Person[] = [];

/** Finds the chat in the list of chats or, if the list does not contain it, on the server. */
function useChat({ userId, chatId }: ChosenChat, me: number) {
  const chats = trpc.chats.list.useInfiniteQuery(chatsInput(''), paging);
  const listed = itemsOf(chats.data).find((row) =>
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
  return isError && failureOf(error).code === 'not-found' ? { userId, userName: null, profilePicture: null } : null;
}

export function useOpenChat(chosen: ChosenChat): OpenChat {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const { query, missing, listed, chat } = useChat(chosen, me);
  const stranger = useStranger(missing ? chosen.userId : undefined);
  const group = chat?.kind === 'group' ? chat : null;
  const person = (chat && otherOf(chat, me)) ?? stranger;
  const members = useMemo(() => group?.users ?? (person ? [person] : noMembers), [group, person]);
  const name = group ? (group.name ?? '') : person ? (person.userName ?? t('messages.unavailable')) : '';
  return {
    chat: chat?.chatId ?? (missing ? 0 : undefined),
    chosen,
    name,
    person,
    group,
    members,
    others: group ? group.users.filter(({ userId }) => userId !== me).length : 0,
    unread: (listed ?? chat)?.unreadCount ?? 0,
    mutedUntil: (listed ?? chat)?.mutedUntil ?? null,
    loaded: (person ?? group) !== null,
    gone: missing && chosen.userId === undefined,
    failed: !chat && !missing && (query.isError || query.isPaused),
    retry: () => void query.refetch(),
  };
}
