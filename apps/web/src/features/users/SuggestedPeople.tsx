import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';
import { FollowButton } from '../follows/FollowButton.tsx';
import { PersonRow } from './PersonRow.tsx';

/** People to begin with; who is followed from here stays in the list until it is loaded again. */
export function SuggestedPeople() {
  const { t } = useTranslation();
  const list = trpc.users.suggested.useQuery({ limit: 8 }, { staleTime: Number.POSITIVE_INFINITY });
  const people = itemsOf(list.data && { pages: [list.data] });
  if (list.isPending) return <SkeletonList rows={4} />;
  if (list.isError && !list.data) {
    return <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />;
  }
  if (!people.length) return null;
  return (
    <section aria-labelledby="suggested" className="flex flex-col gap-2">
      <h2 id="suggested" className="text-17 font-semibold">
        {t('home.suggested')}
      </h2>
      <ul className="-mx-2 flex flex-col">
        {people.map((person) => (
          <li key={person.userId}>
            <PersonRow person={person}>
              <FollowButton person={person} small />
            </PersonRow>
          </li>
        ))}
      </ul>
    </section>
  );
}
