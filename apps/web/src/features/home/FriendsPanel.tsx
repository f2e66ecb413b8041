import { Link } from '@tanstack/react-router';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
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

/** The icon beside a friend's name. Friends are members who follow each other, and they see each other's posts for friends. */
const mutualMark = <ArrowLeftRight aria-hidden className="size-4 text-accent-text" />;

/** The members whom the viewer follows, with a search by name. An icon marks those who follow the viewer back. */
export function FriendsPanel({ titled = true }: { titled?: boolean }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const [query, setQuery] = useState('');
  const list = trpc.follows.following.useInfiniteQuery({ userId, limit: 500 }, paging);
  const mutual = new Set(trpc.follows.friends.useQuery({ limit: 500 }).data?.items.map((each) => each.userId));
  const friends = itemsOf(list.data);
  const name = query.trim();
  const shown = friends.filter((friend) => hasInName(friend, name));
  const { isFetchingNextPage, fetchNextPage } = list;
  const due = name !== '' && mayFetchMore(list);
  const whole = list.data && !(name && (due || isFetchingNextPage));
  // The search covers all followed members, so it first loads the remaining pages.
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {titled && <h2 className="text-17 font-semibold">{t('home.friends')}</h2>}
        <InviteButton />
      </div>
      <SearchField label={t('home.searchFriend')} value={query} onChange={setQuery} />
      {!(list.data && !friends.length) && (
        <p aria-hidden className="-my-1 flex items-center gap-2 text-13 text-soft">
          {mutualMark}
          {t('home.mutual')}
        </p>
      )}
      {list.isPending && <SkeletonList />}
      {list.isError && <ErrorLine title={t('profile.listFailed')} onRetry={() => void list.refetch()} />}
      <div role="status" className="text-15 text-soft empty:hidden">
        {whole && !shown.length && <p>{t('home.noFriends')}</p>}
      </div>
      {list.data && !friends.length && !name && (
        <Link to="/browser" className="-mt-2 inline-flex min-h-11 items-center font-semibold text-accent-text">
          {t('home.findPeople')}
        </Link>
      )}
      <ul className="-mx-2 flex flex-col">
        {shown.map((friend) => (
          <li key={friend.userId}>
            <PersonRow person={friend}>
              {mutual.has(friend.userId) && (
                <span className="grid size-6 place-items-center">
                  {mutualMark}
                  <span className="sr-only">{t('home.mutual')}</span>
                </span>
              )}
            </PersonRow>
          </li>
        ))}
      </ul>
    </div>
  );
}
