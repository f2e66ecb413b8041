import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../lib/viewerContext.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import type { Chat } from '../message.ts';
import { ChatAvatar } from './ChatAvatar.tsx';
import { ChatName } from './ChatName.tsx';
import { nameOfChat, useChatList } from './useChatList.ts';

/** The chosen chats by their ids. */
export type ChosenChats = ReadonlyMap<number, Chat>;

interface Props {
  searchLabel: string;
  /** Returns whether a chat can be chosen. */
  isOffered?: (row: Chat) => boolean;
  chosen: ChosenChats;
  onChosen: (chosen: ChosenChats) => void;
  max: number;
  /** The text shown once the maximum number of chats is chosen. */
  maxReachedText: string;
}

/**
 * Lets the viewer choose several chats from a searchable list, either to forward to them or to add their members to a group.
 */
export function ChatChoices({ searchLabel, isOffered = () => true, chosen, onChosen, max, maxReachedText }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState('');
  const { list, rows, settled } = useChatList(search);
  const { userId: me } = useViewer();
  const chats = rows.filter((row) => nameOfChat(row, me) !== null && isOffered(row));
  const isMaxReached = chosen.size >= max;
  const toggle = (chat: Chat) => {
    const next = new Map(chosen);
    if (!next.delete(chat.chatId)) next.set(chat.chatId, chat);
    onChosen(next);
  };
  return (
    <>
      <SearchField label={searchLabel} value={search} onChange={setSearch} />
      <p role="status" className="text-13 text-soft not-empty:px-1">
        {isMaxReached && maxReachedText}
        {!isMaxReached && list.data && !list.hasNextPage && settled && chats.length === 0 && t('messages.noMatch')}
      </p>
      {list.isPending && !list.isPaused && <SkeletonList rows={5} />}
      {!list.data && (list.isError || list.isPaused) && (
        <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
      )}
      <ul className="-mx-2 flex flex-col">
        {chats.map((chat) => (
          <li key={chat.chatId}>
            <label
              htmlFor={`${id}-${chat.chatId}`}
              data-own
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card px-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
            >
              <ChatAvatar chat={chat} size={40} />
              <span className="min-w-0 flex-1 font-semibold">
                <ChatName chat={chat} />
              </span>
              <input
                id={`${id}-${chat.chatId}`}
                type="checkbox"
                checked={chosen.has(chat.chatId)}
                disabled={isMaxReached && !chosen.has(chat.chatId)}
                onChange={() => toggle(chat)}
                className="size-5 shrink-0 outline-none"
              />
            </label>
          </li>
        ))}
      </ul>
      <LoadMore key={list.data?.pages.length} more={list} />
    </>
  );
}
