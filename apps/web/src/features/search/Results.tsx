import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Hash from 'lucide-react/icons/hash';
import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { findWords } from '../../ui/findWords.ts';
import { MatchFinderContext } from '../../ui/Highlighted.tsx';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { FoundPeople } from './FoundPeople.tsx';
import { FoundPosts } from './FoundPosts.tsx';
import { FoundTags } from './FoundTags.tsx';

const options = { ...paging, placeholderData: keepPreviousData };

/** All members with a name that contains the query. If the search fails, nobody is shown. */
function People({ query }: { query: string }) {
  const { t } = useTranslation();
  const list = trpc.search.people.useInfiniteQuery({ query, limit: 30 }, options);
  const people = itemsOf(list.data);
  const more = useFirstItems(list, people.length);
  if (list.isPending || more) return <SkeletonList rows={5} />;
  return (
    <section aria-label={t('browse.results')} aria-busy={list.isFetching} className="flex flex-col gap-2">
      <div role="status">{!people.length && <EmptyState icon={Search} title={t('browse.none')} />}</div>
      <FoundPeople people={people} query={query} />
      {list.hasNextPage && (
        <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}

function Posts({ query }: { query: string }) {
  const { t } = useTranslation();
  const list = trpc.search.posts.useInfiniteQuery({ query, limit: 20 }, options);
  return (
    <div className="-mx-4 rail:mx-0">
      <MatchFinderContext value={findWords(query)}>
        <FoundPosts
          name="found"
          label={t('search.foundPosts')}
          list={list}
          posts={itemsOf(list.data)}
          none={<EmptyState icon={Search} title={t('search.noPosts')} lead={t('search.noPostsLead')} />}
        />
      </MatchFinderContext>
    </div>
  );
}

function Tags({ query }: { query: string }) {
  const { t } = useTranslation();
  const list = trpc.search.tags.useInfiniteQuery({ query, limit: 20 }, options);
  const tags = itemsOf(list.data);
  const more = useFirstItems(list, tags.length);
  if (list.isPending || more) return <SkeletonList rows={5} />;
  return (
    <section aria-label={t('search.foundTags')} aria-busy={list.isFetching} className="flex flex-col gap-2">
      <div role="status">
        {!tags.length && <EmptyState icon={Hash} title={t('search.noTags')} lead={t('search.noTagsLead')} />}
      </div>
      <FoundTags tags={tags} />
      {list.hasNextPage && (
        <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}

const lists = { people: People, posts: Posts, tags: Tags };
export type SearchKind = keyof typeof lists;

/** All results of one kind. */
export function Results({ kind, query }: { kind: SearchKind; query: string }) {
  const { t } = useTranslation();
  const List = lists[kind];
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-17 font-semibold">{t(`search.${kind}Kind`)}</h2>
        <Link
          to="."
          search={(old) => ({ ...old, kind: undefined })}
          className="inline-flex min-h-11 items-center font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          {t('search.allKinds')}
        </Link>
      </div>
      <List query={query} />
    </>
  );
}
