import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { FoundPeople } from './FoundPeople.tsx';
import { FoundTags } from './FoundTags.tsx';
import { PostRows } from './PostRows.tsx';
import type { SearchKind } from './Results.tsx';

/** The number of results of each kind. If there are as many, there may be more. */
const limit = 5;

interface FoundSectionProps {
  kind: SearchKind;
  label: string;
  full: boolean;
  children: ReactNode;
}

function FoundSection({ kind, label, full, children }: FoundSectionProps) {
  const { t } = useTranslation();
  const name = t(`search.${kind}Kind`);
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h2 className="text-17 font-semibold">{name}</h2>
      {children}
      {full && (
        <Link
          to="."
          search={(old) => ({ ...old, kind })}
          aria-label={`${t('search.showAll')}: ${name}`}
          className="inline-flex min-h-11 items-center self-start font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          {t('search.showAll')}
        </Link>
      )}
    </section>
  );
}

/** The people, posts and tags that a query finds, in one list. If the search fails, nobody is shown. */
export function BestResults({ query }: { query: string }) {
  const { t } = useTranslation();
  const { data, isPending, isFetching } = trpc.search.best.useQuery(
    { query, limit },
    { placeholderData: keepPreviousData },
  );
  const { people = [], posts = [], tags = [] } = data ?? {};
  if (isPending) return <SkeletonList rows={5} />;
  const nothing = people.length + posts.length + tags.length === 0;
  return (
    <div aria-busy={isFetching} className="flex flex-col gap-6">
      <div role="status" className="empty:hidden">
        {nothing && <EmptyState icon={Search} title={t('browse.none')} lead={t('browse.noneLead')} />}
      </div>
      {!nothing && (
        <FoundSection kind="people" label={t('browse.results')} full={people.length === limit}>
          <FoundPeople people={people} query={query} />
          <p role="status" className="text-15 text-soft empty:hidden">
            {people.length === 0 && t('browse.none')}
          </p>
        </FoundSection>
      )}
      {posts.length > 0 && (
        <FoundSection kind="posts" label={t('search.foundPosts')} full={posts.length === limit}>
          <PostRows posts={posts} query={query} />
        </FoundSection>
      )}
      {tags.length > 0 && (
        <FoundSection kind="tags" label={t('search.foundTags')} full={tags.length === limit}>
          <FoundTags tags={tags} />
        </FoundSection>
      )}
    </div>
  );
}
