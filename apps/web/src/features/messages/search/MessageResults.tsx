import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dayLabel } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';
import { itemsOf, paging } from '../../../lib/lists.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { findWords } from '../../../ui/findWords.ts';
import { Highlighted, MatchFinderContext } from '../../../ui/Highlighted.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { nameOf } from '../../../ui/PersonName.tsx';
import { Skeleton, times } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { searchOfMessage } from '../chat.ts';
import { useOpenChat } from '../conversation/useOpenChat.ts';
import type { Message } from '../message.ts';

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

interface Props {
  query: string;
  /** The id of the chat to search. If undefined, all chats are searched. */
  chatId?: number;
  onChosen?: () => void;
}

/** The messages that match a search, newest first, with their dates. Each result opens its chat at the message. */
export default function MessageResults({ query, chatId, onChosen = () => undefined }: Props) {
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
