import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import BellOff from 'lucide-react/icons/bell-off';
import SquarePen from 'lucide-react/icons/square-pen';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowTime } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { ToastArea } from '../../../ui/toast.tsx';
import { type ChosenChat, searchOf } from '../chat.ts';
import { conversationQuery } from '../conversation/messageCache.ts';
import { useTyping } from '../live.ts';
import type { Chat } from '../message.ts';
import { lastLine } from '../messageText.ts';
import { RequestsRow, useRequests } from '../requests/Requests.tsx';
import { ChatAvatar } from './ChatAvatar.tsx';
import { nameOfChat, useChatList, usePreloadChats } from './useChatList.ts';

interface RowProps {
  row: Chat;
  open: boolean;
  /** Set if another chat is already open. The link then replaces the history entry, so that Back leaves the messages screen. */
  replace: boolean;
}

export const ChatRow = memo(function ChatRow({ row, open, replace }: RowProps) {
  const { t } = useTranslation();
  useMinute();
  const { chatId, lastMessage, unreadCount, mutedUntil } = row;
  const typing = useTyping(chatId);
  const { userId: me } = useViewer();
  const name = nameOfChat(row, me);
  const line = lastLine(t, row, me);
  const unread = unreadCount > 0;
  const client = useQueryClient();
  // Preloads the messages when the pointer reaches the row, which is some 200 ms before the click.
  const prepare = () => void client.prefetchInfiniteQuery(conversationQuery(chatId));
  return (
    <Link
      to="/messages"
      search={searchOf(row, me)}
      state={replace ? (old) => old : { opened: true }}
      replace={replace}
      resetScroll={false}
      preload={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      aria-current={open ? 'true' : undefined}
      className={cx(
        'flex min-h-18 items-center gap-3 rounded-card p-2 -outline-offset-2 transition-colors',
        open ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      <ChatAvatar chat={row} size={48} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className={cx('min-w-0 flex-1 truncate font-semibold', name === null && 'text-soft italic')}>
            <bdi>{name ?? t('messages.unavailable')}</bdi>
          </span>
          {mutedUntil && (
            <>
              <BellOff aria-hidden className="size-3.5 shrink-0 self-center text-soft" />
              <span className="sr-only">{t('messages.mute.muted')}</span>
            </>
          )}
          {lastMessage && (
            <time dateTime={lastMessage.createdAt} className="shrink-0 text-13 text-soft">
              {rowTime(lastMessage.createdAt)}
            </time>
          )}
        </span>
        <span className="flex items-start gap-2 text-13 empty:hidden">
          {(typing || line) && (
            <span
              className={cx(
                'line-clamp-2 min-w-0 flex-1',
                typing ? 'text-accent-text' : unread ? 'font-semibold text-ink' : 'text-soft',
              )}
            >
              {typing ? t('messages.typing') : line}
            </span>
          )}
          {unread && (
            <span
              className={cx(
                'min-w-5 shrink-0 rounded-full px-1.5 text-center leading-5 font-bold',
                mutedUntil ? 'bg-sunken text-soft' : 'bg-accent text-accent-ink',
              )}
            >
              <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
              <span className="sr-only">{t('menu.unread', { count: unreadCount })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
});

const MessageResults = lazy(() => import('../search/MessageResults.tsx'));
const NewGroupDialog = lazy(() => import('../group/NewGroupDialog.tsx'));

interface ChatListStateProps {
  list: {
    data: unknown;
    hasNextPage: boolean;
    isPending: boolean;
    isError: boolean;
    isPaused: boolean;
    refetch: () => unknown;
  };
  shown: number;
  searching: boolean;
  /** Whether the response for the current search text has arrived. */
  settled: boolean;
}

/** The loading, error and empty states of the list of chats. */
function ChatListState({ list, shown, searching, settled }: ChatListStateProps) {
  const { t } = useTranslation();
  const loading = list.isPending && !list.isPaused;
  const isEmpty = Boolean(list.data) && !list.hasNextPage && !shown && settled;
  return (
    <>
      <p role="status" className={cx('relative px-2 text-15 text-soft', isEmpty && searching && 'py-3')}>
        {loading && (
          <span className="absolute inset-x-0 top-24 z-1 mx-auto w-fit animate-late rounded-full bg-surface px-4 py-2 shadow-float">
            {t('messages.loading')}
          </span>
        )}
        {isEmpty && searching && t('messages.noMatch')}
      </p>
      {loading && (
        <div aria-hidden className="px-2">
          <SkeletonList rows={8} large />
        </div>
      )}
      {!list.data && (list.isError || list.isPaused) && (
        <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
      )}
      {isEmpty && !searching && (
        <EmptyState icon={UsersRound} title={t('messages.none')} lead={t('messages.noneLead')}>
          <Link
            to="/browser"
            className="inline-flex min-h-11 items-center rounded-full bg-accent px-5 font-semibold text-accent-ink hover:bg-accent-strong"
          >
            {t('home.findPeople')}
          </Link>
        </EmptyState>
      )}
    </>
  );
}

interface Props {
  chosen: ChosenChat | undefined;
  className?: string;
}

/** The list of direct chats and groups, most recent first, with a search by name. */
export function ChatList({ chosen, className }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [newGroup, setNewGroup] = useState(false);
  const sought = useDebounced(search.trim(), 300);
  const { list, rows: loaded, settled } = useChatList(search);
  const requests = useRequests();
  // The row of chat requests is above the chats and would push them down when it appears, so the chats wait for its response.
  const isPending = list.isPending || (requests.list.isPending && !requests.list.isPaused);
  const rows = isPending ? [] : loaded;
  usePreloadChats(rows);
  const { userId: me } = useViewer();
  const isOpen = (row: Chat) => {
    const { userId, chatId } = searchOf(row, me);
    return chosen !== undefined && userId === chosen.userId && chatId === chosen.chatId;
  };
  return (
    <section
      aria-label={t('messages.chats')}
      className={cx('w-full min-w-0 flex-col border-line rail:w-75 rail:shrink-0 rail:border-r', className)}
    >
      <div className="flex flex-col gap-3 px-4 pt-4 pb-3 rail:pt-6">
        <div className="flex min-h-11 items-center justify-between gap-2">
          <h1 className="text-28 font-bold tracking-tight rail:text-21 rail:tracking-normal">{t('messages.title')}</h1>
          <IconButton label={t('messages.group.new')} aria-haspopup="dialog" onClick={() => setNewGroup(true)}>
            <SquarePen aria-hidden className="size-5" />
          </IconButton>
        </div>
        <SearchField label={t('messages.search')} value={search} onChange={setSearch} />
      </div>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        <ChatListState
          list={{ ...list, isPending }}
          shown={rows.length}
          searching={search.trim() !== ''}
          settled={settled}
        />
        {search.trim() === '' && <RequestsRow {...requests} />}
        {rows.length > 0 && (
          <ul className="flex flex-col gap-0.5">
            {rows.map((row) => (
              <li key={row.chatId} className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
                <ChatRow row={row} open={isOpen(row)} replace={chosen !== undefined} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore key={list.data?.pages.length} more={list} />
        {sought.length > 1 && (
          <Suspense fallback={null}>
            <MessageResults query={sought} />
          </Suspense>
        )}
      </div>
      {chosen === undefined && <ToastArea />}
      {newGroup && (
        <Suspense fallback={null}>
          <NewGroupDialog onClose={() => setNewGroup(false)} />
        </Suspense>
      )}
    </section>
  );
}
