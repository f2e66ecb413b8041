import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { PeopleList, SuggestedPeople } from '../follows/PeopleList.tsx';

const InviteFriends = lazy(() => import('../people/InviteFriends.tsx'));

/** If the server has fewer other members than this, the screen offers to invite friends. */
const fewMembers = 4;

/** Members of this server, shown before a search: first suggested members, then members whom the viewer follows. */
export function MemberSuggestions() {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const suggested = trpc.users.suggested.useQuery({ limit: 24 }, { staleTime: Number.POSITIVE_INFINITY });
  const followed = trpc.follows.following.useQuery({ userId, limit: 24 });
  const people = followed.data?.items ?? [];
  const hasFewMembers = suggested.data && followed.data && suggested.data.items.length + people.length < fewMembers;
  return (
    <>
      <SuggestedPeople limit={24} />
      {suggested.data && people.length > 0 && (
        <section aria-labelledby="followed" className="flex flex-col gap-2">
          <h2 id="followed" className="text-17 font-semibold">
            {t('home.followed')}
          </h2>
          <PeopleList people={people} className="-mx-2" />
        </section>
      )}
      {hasFewMembers && (
        <Suspense fallback={null}>
          <InviteFriends />
        </Suspense>
      )}
    </>
  );
}
