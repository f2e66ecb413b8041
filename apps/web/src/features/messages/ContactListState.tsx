import { Link } from '@tanstack/react-router';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';

interface Props {
  list: { data: unknown; isPending: boolean; isError: boolean; isPaused: boolean; refetch: () => unknown };
  shown: number;
  searching: boolean;
  /** The list is the answer to what is searched for. */
  settled: boolean;
}

/** What stands in place of the chats while there are none to show. */
export function ContactListState({ list, shown, searching, settled }: Props) {
  const { t } = useTranslation();
  const loading = list.isPending && !list.isPaused;
  const nothing = Boolean(list.data) && !shown && settled;
  return (
    <>
      <p role="status" className="px-2 text-15 text-soft not-empty:py-3">
        {loading && <span className="sr-only">{t('messages.loading')}</span>}
        {nothing && searching && t('messages.noMatch')}
      </p>
      {loading && (
        <div aria-hidden className="px-2">
          <SkeletonList rows={8} />
        </div>
      )}
      {!list.data && (list.isError || list.isPaused) && (
        <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
      )}
      {nothing && !searching && (
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
