import { keepPreviousData } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { itemsOf, paging } from '../../lib/pages.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';
import { FollowButton } from '../follows/FollowButton.tsx';
import { PersonRow } from '../users/PersonRow.tsx';

/** Members whose names start with the query; a search that fails finds nobody. */
export function FoundPeople({ query }: { query: string }) {
  const { t } = useTranslation();
  const list = trpc.users.search.useInfiniteQuery(
    { query: query.slice(0, 100), limit: 30 },
    { ...paging, placeholderData: keepPreviousData },
  );
  const people = itemsOf(list.data);
  if (list.isPending) return <SkeletonList rows={5} />;
  return (
    <section aria-label={t('browse.results')} aria-busy={list.isFetching} className="flex flex-col gap-2">
      <div role="status">
        {!people.length && <EmptyState icon={Search} title={t('browse.none')} lead={t('browse.noneLead')} />}
      </div>
      <ul className="-mx-2 flex flex-col">
        {people.map((person) => (
          <li key={person.userId}>
            <PersonRow person={person}>
              <FollowButton person={person} small />
            </PersonRow>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}
