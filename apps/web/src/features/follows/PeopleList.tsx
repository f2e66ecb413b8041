import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { UserListItem } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { PersonRow } from '../people/PersonRow.tsx';
import { FollowButton } from './FollowButton.tsx';

interface PeopleListProps {
  people: UserListItem[];
  className?: string;
  /** Renders an additional control for each person, after the follow button. */
  more?: ((person: UserListItem) => ReactNode) | undefined;
}

/** A list of people with follow buttons. The viewer's own row has no button. */
export function PeopleList({ people, className, more }: PeopleListProps) {
  return (
    <ul className={cx('flex flex-col', className)}>
      {people.map((person) => (
        <li key={person.userId}>
          <PersonRow person={person} wide={more !== undefined}>
            <div className="flex items-center">
              <FollowButton person={person} small />
              {more?.(person)}
            </div>
          </PersonRow>
        </li>
      ))}
    </ul>
  );
}

/**
 * Suggested members, or `empty` if there are none. A member whom the viewer follows here stays until the list is fetched again.
 */
export function SuggestedPeople({ empty = null, limit = 8 }: { empty?: ReactNode; limit?: number }) {
  const { t } = useTranslation();
  const list = trpc.users.suggested.useQuery({ limit }, { staleTime: Number.POSITIVE_INFINITY });
  const people = itemsOf(list.data && { pages: [list.data] });
  if (list.isError && !list.data) {
    return <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />;
  }
  if (list.data && !people.length) return empty;
  return (
    <section aria-labelledby="suggested" className="flex flex-col gap-2">
      <h2 id="suggested" className="text-17 font-semibold">
        {t('home.suggested')}
      </h2>
      {list.data ? <PeopleList people={people} className="-mx-2" /> : <SkeletonList rows={limit} />}
    </section>
  );
}
