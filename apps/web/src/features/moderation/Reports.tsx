import { Navigate } from '@tanstack/react-router';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { refetched } from '../../lib/refetched.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { CaseCard } from './CaseCard.tsx';
import { Decisions } from './Decisions.tsx';

const fresh = { ...paging, ...refetched, retry: false };

/** The open moderation cases, and below them the log of decisions. */
export function Reports() {
  const { t } = useTranslation();
  const list = trpc.moderation.cases.useInfiniteQuery({ limit: 20 }, fresh);
  const log = trpc.moderation.log.useInfiniteQuery({ limit: 20 }, fresh);
  const cases = itemsOf(list.data);
  // Members who are not moderators see the 404 page.
  if (list.error && failureOf(list.error).code === 'forbidden') return <Navigate to="/404" replace />;
  return (
    <>
      <section aria-label={t('moderation.open')} className="flex flex-col gap-4">
        {list.isPending && <SkeletonList rows={3} />}
        {list.isError && !list.data && <ErrorState onRetry={() => void list.refetch()} />}
        {list.data && cases.length === 0 && <EmptyState icon={ShieldCheck} title={t('moderation.none')} />}
        {cases.map((each) => (
          <CaseCard key={each.caseId} shown={each} />
        ))}
        {list.hasNextPage && (
          <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('common.more')}
          </Button>
        )}
      </section>
      {itemsOf(log.data).length > 0 && (
        <Decisions entries={itemsOf(log.data)} more={log.hasNextPage ? () => void log.fetchNextPage() : undefined} />
      )}
    </>
  );
}
