import { foldName } from '@kith/contracts/searchWords';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Hash from 'lucide-react/icons/hash';
import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { UserListItem } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { findWords } from '../../ui/findWords.ts';
import { type MatchFinder, MatchFinderContext } from '../../ui/Highlighted.tsx';
import { tagLink } from '../../ui/LiveText.tsx';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { PeopleList } from '../follows/PeopleList.tsx';
import { FoundPosts } from './FoundPosts.tsx';

const options = { ...paging, placeholderData: keepPreviousData };

/** Returns the part of a name that a query asks for. */
const nameIn = (query: string): string => foldName(query.replace(/^@/, ''));

/** Returns a function that finds the query in a member's name, ignoring case and accents. */
const findInName =
  (query: string): MatchFinder =>
  (text) => {
    const searched = nameIn(query);
    let folded = '';
    /** The position in the text of each character in `folded`. */
    const positions: number[] = [];
    for (const { segment, index } of new Intl.Segmenter().segment(text)) {
      const letters = foldName(segment) || segment;
      folded += letters;
      for (let i = 0; i < letters.length; i += 1) positions.push(index);
    }
    const found = folded.indexOf(searched);
    const start = searched ? positions[found] : undefined;
    return start === undefined ? [] : [{ start, end: positions[found + searched.length] ?? text.length }];
  };

/** Members with a name that contains the query, first those whose user names begin with it. If the search fails, nobody is shown. */
function People({ query }: { query: string }) {
  const { t } = useTranslation();
  const list = trpc.search.people.useInfiniteQuery({ query, limit: 30 }, options);
  const people = itemsOf(list.data);
  const more = useFirstItems(list, people.length);
  const begins = ({ userName }: UserListItem) => userName.toLowerCase().startsWith(nameIn(query));
  if (list.isPending || more) return <SkeletonList rows={5} />;
  return (
    <section aria-label={t('browse.results')} aria-busy={list.isFetching} className="flex flex-col gap-2">
      <div role="status">
        {!people.length && <EmptyState icon={Search} title={t('browse.none')} lead={t('browse.noneLead')} />}
      </div>
      <MatchFinderContext value={findInName(query)}>
        {people.some(begins) && <PeopleList people={people.filter(begins)} className="-mx-2" />}
        {people.length > 0 && !people.every(begins) && (
          <section aria-labelledby="others" className="flex flex-col gap-2 not-first:pt-2">
            <h2 id="others" className="text-17 font-semibold">
              {t('browse.others')}
            </h2>
            <PeopleList people={people.filter((person) => !begins(person))} className="-mx-2" />
          </section>
        )}
      </MatchFinderContext>
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

/** The server counts at most this many posts per tag. */
const maxCount = 100;

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
      <ul className="-mx-2 flex flex-col">
        {tags.map(({ tag, postsCount }) => (
          <li key={tag}>
            <Link {...tagLink(tag)} className="flex min-h-14 items-center gap-3 rounded-card p-2 hover:bg-sunken">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text">
                <Hash aria-hidden className="size-5" />
              </span>
              <span className="min-w-0 flex-1 truncate font-semibold">#{tag}</span>
              <span className="text-13 text-soft tabular-nums">
                {postsCount < maxCount
                  ? t('search.posts', { count: postsCount })
                  : t('search.morePosts', { count: maxCount })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}

export const searchKinds = ['people', 'posts', 'tags'] as const;
export type SearchKind = (typeof searchKinds)[number];

const results = { people: People, posts: Posts, tags: Tags };

export function Results({ kind, query }: { kind: SearchKind; query: string }) {
  const Kind = results[kind];
  return <Kind query={query.slice(0, 100)} />;
}
