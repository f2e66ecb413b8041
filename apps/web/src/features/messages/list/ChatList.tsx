import { Link } from '@tanstack/react-router';
import SquarePen from 'lucide-react/icons/square-pen';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { cx } from '../../../ui/cx.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { ToastArea } from '../../../ui/toast.tsx';
import type { ChosenChat } from '../chat.ts';
import { RequestsRow, useRequests } from '../requests/Requests.tsx';
import { ArchivedLink, ArchivedList } from './ArchivedList.tsx';
import { ChatRows } from './ChatRows.tsx';
import { useArchivedChats, useChatList, usePreloadChats } from './useChatList.ts';

const MessageResults = lazy(async () => ({ default: (await import('../MessageSearch.tsx')).MessageResults }));
const NewChatDialog = lazy(() => import('./NewChatDialog.tsx'));
const NewGroupDialog = lazy(() => import('../group/ChoosePeople.tsx'));

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
  const isEmpty = !loading && Boolean(list.data) && !list.hasNextPage && !shown && settled;
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
      {!loading && !list.data && (list.isError || list.isPaused) && (
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
  /** Whether only the archived chats are listed. */
  showsArchived: boolean;
  className?: string;
}

/** The list of direct chats and groups, most recent first, with a search by name. */
export function ChatList({ chosen, showsArchived, className }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<'chat' | 'group'>();
  const showedArchived = useRef(false);
  const cameBack = showedArchived.current && !showsArchived;
  useEffect(() => {
    showedArchived.current = showsArchived;
  }, [showsArchived]);
  const sought = useDebounced(search.trim(), 300);
  const { list, rows: loaded, settled } = useChatList(search);
  const requests = useRequests();
  const archived = useArchivedChats();
  // The rows of chat requests and of archived chats are above the chats and would push them down when they appear, so all three wait
  // for each other.
  const isPending =
    list.isPending || [requests.list, archived.list].some((above) => above.isPending && !above.isPaused);
  const rows = isPending ? [] : loaded;
  usePreloadChats(rows);
  return (
    <section
      aria-label={t('messages.chats')}
      className={cx('w-full min-w-0 flex-col border-line rail:w-75 rail:shrink-0 rail:border-r', className)}
    >
      {showsArchived ? (
        <ArchivedList chosen={chosen} />
      ) : (
        <>
          <div className="flex flex-col gap-3 px-4 pt-4 pb-3 rail:pt-6">
            <div className="flex min-h-11 items-center justify-between gap-2">
              <h1 className="text-28 font-bold tracking-tight rail:text-21 rail:tracking-normal">
                {t('messages.title')}
              </h1>
              <MoreMenu
                label={t('messages.new.title')}
                icon={SquarePen}
                items={[
                  { label: t('messages.new.chat'), icon: UserRound, opens: true, onSelect: () => setDialog('chat') },
                  { label: t('messages.group.new'), icon: UsersRound, opens: true, onSelect: () => setDialog('group') },
                ]}
              />
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
            {search.trim() === '' && !isPending && (
              <>
                <RequestsRow {...requests} />
                {archived.rows.length > 0 && <ArchivedLink chosen={chosen} takesFocus={cameBack} />}
              </>
            )}
            <ChatRows rows={rows} chosen={chosen} />
            <LoadMore key={list.data?.pages.length} more={list} />
            {sought.length > 1 && (
              <Suspense fallback={null}>
                <MessageResults query={sought} />
              </Suspense>
            )}
          </div>
        </>
      )}
      {chosen === undefined && <ToastArea />}
      <Suspense fallback={null}>
        {dialog === 'chat' && <NewChatDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'group' && <NewGroupDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </section>
  );
}
