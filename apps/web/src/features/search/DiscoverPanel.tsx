import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import type { UserListItem } from '../../lib/types.ts';
import { tagLink } from '../../ui/LiveText.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { PeopleList } from '../follows/PeopleList.tsx';

/** The number of suggested members. */
const suggestions = 5;

function WhoToFollow({ people }: { people: UserListItem[] | undefined }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="who-to-follow" className="flex flex-col gap-1">
      <h2 id="who-to-follow" className="text-17 font-semibold">
        {t('discover.people')}
      </h2>
      {people ? <PeopleList people={people} className="-mx-2" /> : <SkeletonList rows={suggestions} />}
    </section>
  );
}

/** The tags that most members have used this week. */
function TrendingTags({ tags }: { tags: { tag: string; postsCount: number }[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="trending" className="flex flex-col gap-1">
      <h2 id="trending" className="text-17 font-semibold">
        {t('discover.tags')}
      </h2>
      <ul className="-mx-2 flex flex-col">
        {tags.map(({ tag, postsCount }) => (
          <li key={tag}>
            <Link
              {...tagLink(tag)}
              data-own
              className="flex min-h-11 items-center gap-3 rounded-card px-2 transition-colors hover:bg-sunken"
            >
              <span className="min-w-0 flex-1 truncate font-medium">#{tag}</span>
              <span className="text-13 text-soft tabular-nums">{t('search.posts', { count: postsCount })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The right panel of screens without a panel of their own. `people` is false on a screen that suggests members elsewhere. */
export default function DiscoverPanel({ people = true }: { people?: boolean }) {
  // A member whom the viewer follows here stays in the list until the list is fetched again.
  const suggested = trpc.users.suggested.useQuery(
    { limit: suggestions },
    { staleTime: Number.POSITIVE_INFINITY, enabled: people },
  );
  const trending = trpc.tags.trending.useQuery({ limit: 8 }, { staleTime: 10 * 60_000 });
  const members = suggested.data?.items;
  const showsMembers = people && (members ? members.length > 0 : suggested.isLoading);
  // The tags are below the suggested members. They are shown only once these members have loaded, which would otherwise push
  // the tags down.
  const tags = suggested.isLoading ? undefined : trending.data?.items;
  return (
    <div className="flex flex-col gap-8">
      {showsMembers && <WhoToFollow people={members} />}
      {tags?.length ? <TrendingTags tags={tags} /> : null}
    </div>
  );
}
