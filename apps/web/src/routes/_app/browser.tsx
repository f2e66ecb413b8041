import { keepPreviousData } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import UserSearch from 'lucide-react/icons/user-search';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PeopleList, SuggestedPeople } from '../../features/users/PeopleList.tsx';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/States.tsx';

/** Members whose names start with the query; a search that fails finds nobody. */
function FoundPeople({ query }: { query: string }) {
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
      <PeopleList people={people} className="-mx-2" />
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}

function BrowseScreen() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), 200);
  return (
    <div className="mx-auto flex max-w-155 flex-col gap-5 px-4 py-5 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('browse.title') })}</title>
      <h1 className="flex items-center gap-3 text-28 font-bold tracking-tight">
        <UserSearch aria-hidden className="size-7 text-accent-text" strokeWidth={1.8} />
        {t('browse.heading')}
      </h1>
      <SearchField label={t('browse.search')} value={typed} onChange={setTyped} />
      {typed.trim() && query ? <FoundPeople query={query} /> : <SuggestedPeople />}
    </div>
  );
}

export const Route = createFileRoute('/_app/browser')({ component: BrowseScreen });
