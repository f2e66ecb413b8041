import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { mayFetchMore } from '../../ui/LoadMore.tsx';
import { hasInName } from '../../ui/PersonName.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorLine } from '../../ui/States.tsx';
import { InviteButton } from '../people/InviteButton.tsx';
import { PersonRow } from '../people/PersonRow.tsx';

/**
 * The members whom the viewer follows, with a search by name, as a panel beside Home or, not `titled`, in a dialog. Friends, who
 * follow the viewer back and see each other's posts for friends, stand first and are marked.
 */
export function FriendsPanel({ titled = true }: { titled?: boolean }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const [query, setQuery] = useState('');
  const list = trpc.follows.following.useInfiniteQuery({ userId, limit: 500 }, paging);
  const friends = trpc.follows.friends.useQuery({ limit: 500 });
  const mutual = friends.data?.items ?? [];
  const ids = new Set(mutual.map((friend) => friend.userId));
  const people = [...mutual, ...itemsOf(list.data).filter((person) => !ids.has(person.userId))];
  const name = query.trim();
  const loaded = list.data && !friends.isPending;
  const shown = loaded ? people.filter((person) => hasInName(person, name)) : [];
  const { isFetchingNextPage, fetchNextPage } = list;
  const due = name !== '' && mayFetchMore(list);
  // The search covers all followed members, so it first loads the remaining pages.
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {titled && <h2 className="text-17 font-semibold">{t('home.followed')}</h2>}
        <InviteButton />
      </div>
      <SearchField label={t('home.searchFriend')} value={query} onChange={setQuery} />
      {!loaded && !list.isError && <SkeletonList />}
      {list.isError && <ErrorLine title={t('profile.listFailed')} onRetry={() => void list.refetch()} />}
      <div role="status" className="text-15 text-soft empty:hidden">
        {loaded && !(name && (due || isFetchingNextPage)) && !shown.length && <p>{t('home.noFriends')}</p>}
      </div>
      {!titled && loaded && !people.length && !name && (
        <Link to="/browser" className="-mt-2 inline-flex min-h-11 items-center font-semibold text-accent-text">
          {t('home.findPeople')}
        </Link>
      )}
      <ul className="-mx-2 flex flex-col">
        {shown.map((person) => (
          <li key={person.userId}>
            <PersonRow person={person}>
              {ids.has(person.userId) && (
                <span title={t('home.mutual')} className="text-13 text-soft">
                  {t('audience.friends')}
                </span>
              )}
            </PersonRow>
          </li>
        ))}
      </ul>
    </div>
  );
}
