import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import Archive from 'lucide-react/icons/archive';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import type { ChosenChat } from '../chat.ts';
import { ChatRows } from './ChatRows.tsx';
import { useArchivedChats } from './useChatList.ts';

interface Props {
  chosen: ChosenChat | undefined;
}

interface LinkProps extends Props {
  /** Whether the link takes the focus when it appears, because the viewer has come back from the archived chats. */
  takesFocus: boolean;
}

/** A row above the list of chats that opens the list of archived chats. */
export function ArchivedLink({ chosen, takesFocus }: LinkProps) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only matters when the link appears.
  useEffect(() => {
    if (takesFocus) link.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Link
      ref={link}
      to="/messages"
      search={{ ...chosen, archived: true }}
      state={chosen ? (old) => old : { opened: true }}
      replace={chosen !== undefined}
      resetScroll={false}
      preload={false}
      className="mb-1 flex min-h-11 items-center gap-3 rounded-card px-2 text-15 font-medium text-soft -outline-offset-2 hover:bg-sunken"
    >
      <span className="grid w-12 shrink-0 place-items-center">
        <Archive aria-hidden className="size-5" />
      </span>
      {t('messages.archive.title')}
    </Link>
  );
}

/** The list of archived chats, with a button that leads back to the other chats. */
export function ArchivedList({ chosen }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const { list, rows } = useArchivedChats();
  const back = () => {
    if (!chosen && router.state.location.state.opened) router.history.back();
    else void navigate({ to: '/messages', search: { ...chosen }, state: (old) => old, replace: true });
  };
  return (
    <>
      <div className="flex items-center gap-1 px-2 pt-4 pb-3 rail:pt-6">
        {/* The link that opened this list is gone, so the focus starts here. */}
        <IconButton label={t('messages.back')} autoFocus onClick={back}>
          <ArrowLeft aria-hidden className="size-6" />
        </IconButton>
        <h1 className="text-21 font-bold">{t('messages.archive.title')}</h1>
      </div>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {list.isPending && !list.isPaused && <SkeletonList rows={5} large />}
        {!list.data && (list.isError || list.isPaused) && (
          <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
        )}
        {list.data && !rows.length && !list.hasNextPage && (
          <EmptyState icon={Archive} title={t('messages.archive.none')} lead={t('messages.archive.lead')} />
        )}
        <ChatRows rows={rows} chosen={chosen} inArchive />
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </>
  );
}
