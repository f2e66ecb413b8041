import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../../lib/lists.ts';
import { trpc } from '../../../lib/trpc.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PeopleList } from '../../follows/PeopleList.tsx';

/** The members who joined with an invitation of the viewer; nothing while there are none. */
export function JoinedByInvitation() {
  const { t } = useTranslation();
  const list = trpc.invitations.joined.useInfiniteQuery({ limit: 24 }, { ...paging, staleTime: 0 });
  const people = itemsOf(list.data);
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="joined" className="flex flex-col gap-2">
      <h3 id="joined" className="text-13 font-semibold text-soft">
        {t('invitations.joined')}
      </h3>
      <PeopleList people={people} className="-mx-2" />
      <LoadMore more={list} />
    </section>
  );
}
