import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayLabel } from '../../i18n/dates.ts';
import { api } from '../../lib/api.ts';
import { useMinute } from '../../lib/clock.ts';
import { failureText } from '../../lib/failure.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, TextField } from '../../ui/Field.tsx';
import { findWords } from '../../ui/findWords.ts';
import { Highlighted, MatchFinderContext } from '../../ui/Highlighted.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton, times } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { type ChatKey, type ChosenChat, searchOfMessage } from './chat.ts';
import { useOpenChat } from './conversation/useOpenChat.ts';
import type { Message } from './message.ts';

/** The number of characters shown before the first match in a long message. */
const contextLength = 40;

/**
 * Returns the part of a text that starts shortly before the first match. If the match is near the beginning, returns the whole
 * text.
 */
function excerpt(text: string, query: string): string {
  const start = findWords(query)(text)[0]?.start ?? 0;
  return start > 2 * contextLength ? `…${text.slice(text.indexOf(' ', start - contextLength) + 1)}` : text;
}

interface RowProps {
  message: Message;
  query: string;
  /** Whether each result names its chat, because the search covers all chats. */
  showChatName: boolean;
  onChosen: () => void;
}

function ResultRow({ message, query, showChatName, onChosen }: RowProps) {
  const { t } = useTranslation();
  useMinute();
  const { userId: me } = useViewer();
  const { messageId, sender, content, createdAt } = message;
  const chat = searchOfMessage(message, me);
  const { name, members } = useOpenChat(chat);
  const member = members.find(({ userId }) => userId === sender.userId);
  const writer = sender.userId === me ? t('messages.you') : member && nameOf(member);
  return (
    <Link
      to="/messages"
      search={{ ...chat, at: messageId }}
      state={{ opened: true }}
      resetScroll={false}
      preload={false}
      onClick={onChosen}
      className="flex min-h-14 flex-col gap-0.5 rounded-card p-2 -outline-offset-2 hover:bg-sunken"
    >
      <span className="flex items-baseline gap-2">
        <span data-own className="min-w-0 flex-1 truncate text-15 font-semibold">
          <bdi>{showChatName ? name : (writer ?? t('messages.formerMember'))}</bdi>
        </span>
        <time dateTime={createdAt} className="shrink-0 text-13 text-soft">
          {dayLabel(createdAt)}
        </time>
      </span>
      <span data-own className="line-clamp-2 text-13 break-words text-soft">
        <Highlighted text={excerpt(content.replace(/\s+/g, ' '), query)} />
      </span>
    </Link>
  );
}

interface ResultsProps {
  query: string;
  /** The id of the chat to search. If undefined, all chats are searched. */
  chatId?: number;
  onChosen?: () => void;
}

/** The messages that match a search, newest first, with their dates. Each result opens its chat at the message. */
export function MessageResults({ query, chatId, onChosen = () => undefined }: ResultsProps) {
  const { t } = useTranslation();
  const list = trpc.messages.search.useInfiniteQuery(
    { query, limit: 20, ...(chatId !== undefined && { chatId }) },
    { ...paging, staleTime: 0, placeholderData: keepPreviousData },
  );
  const found = itemsOf(list.data);
  return (
    <section aria-label={t('messages.find.found')} aria-busy={list.isFetching} className="flex flex-col gap-1">
      <h2 className="px-2 pt-3 text-13 font-semibold text-soft">{t('messages.find.found')}</h2>
      <p role="status" className="px-2 text-15 text-soft not-empty:py-2">
        {list.data && !found.length && !list.hasNextPage && t('messages.find.none')}
      </p>
      {list.isPending && !list.isPaused && (
        <div role="status" aria-label={t('common.loading')}>
          {times(3).map((row) => (
            <div key={row} className="flex min-h-14 flex-col justify-center gap-2 px-2">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          ))}
        </div>
      )}
      {!list.data && (list.isError || list.isPaused) && <ErrorState onRetry={() => void list.refetch()} />}
      <MatchFinderContext value={findWords(query)}>
        <ul className="flex flex-col">
          {found.map((message) => (
            <li key={message.messageId}>
              <ResultRow message={message} query={query} showChatName={chatId === undefined} onChosen={onChosen} />
            </li>
          ))}
        </ul>
      </MatchFinderContext>
      <LoadMore key={list.data?.pages.length} more={list} ahead={200} />
    </section>
  );
}

interface DayProps {
  chatId: number;
  onFound: (messageId: number) => void;
}

/** Opens the chat at the first message of a day or, if that day has no message, at the next message after it. */
function DayForm({ chatId, onFound }: DayProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState('');
  const search = useMutation({
    mutationFn: async (aroundTime: string) => {
      const { items } = await api.chats.messages.query({ chatId, aroundTime, limit: 2 });
      return items.findLast(({ createdAt }) => createdAt >= aroundTime);
    },
    onSuccess: (found) => found && onFound(found.messageId),
  });
  const since = new Date(`${day}T00:00:00`);
  const nothing = search.isSuccess && !search.data ? t('messages.find.noDay') : undefined;
  return (
    <Form
      className="flex items-end gap-2"
      onSubmit={() => {
        if (!search.isPending && !Number.isNaN(since.getTime())) search.mutate(since.toISOString());
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          type="date"
          label={t('messages.find.day')}
          value={day}
          error={search.error ? failureText(search.error) : nothing}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <Button type="submit" variant="quiet" busy={search.isPending} disabled={!day} className="min-h-12">
        {t('messages.find.go')}
      </Button>
    </Form>
  );
}

interface Props {
  chat: ChatKey;
  chosen: ChosenChat;
  onClose: () => void;
}

/** Searches one chat for words, or opens the chat at a day. */
export default function SearchDialog({ chat, chosen, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const query = useDebounced(search.trim(), 250);
  const chatId = chat || undefined;
  const show = (at: number) => {
    onClose();
    void navigate({ to: '/messages', search: { ...chosen, at }, replace: true, state: (old) => old });
  };
  return (
    <Dialog title={t('messages.find.inChat')} onClose={onClose}>
      <div className={cx('flex flex-col gap-4 p-5', query && 'rail:min-h-80')}>
        <SearchField label={t('messages.find.words')} value={search} onChange={setSearch} />
        {chatId === undefined && <p className="text-15 text-soft">{t('messages.find.none')}</p>}
        {chatId !== undefined && query && <MessageResults query={query} chatId={chatId} onChosen={onClose} />}
        {chatId !== undefined && !query && <DayForm chatId={chatId} onFound={show} />}
      </div>
    </Dialog>
  );
}
