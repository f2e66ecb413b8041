import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { patchItems } from '../../lib/cachedLists.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { followRequestsInput, itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { UserListItem } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadMore, useFirstItems } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { PersonRow } from '../people/PersonRow.tsx';

/**
 * Returns a function that accepts or declines a follow request. The row disappears immediately, and comes back if the call
 * fails.
 */
function useAnswer() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const utils = trpc.useUtils();

  const answer = async (person: UserListItem, verdict: 'accept' | 'decline'): Promise<void> => {
    const { userId } = person;
    const name = nameOf(person);
    await utils.follows.requests.cancel();
    const before = utils.follows.requests.getInfiniteData(followRequestsInput);
    patchItems<UserListItem>(client, [getQueryKey(trpc.follows.requests)], (each) =>
      each.userId === userId ? null : each,
    );
    try {
      await api.follows[verdict].mutate({ userId });
      if (verdict === 'accept') toast(t('followRequests.accepted', { name }), { variant: 'good' });
      else toast(t('followRequests.declined', { name }));
    } catch (error) {
      // The request was withdrawn meanwhile, or was answered in another tab.
      if (failureOf(error).code === 'not-found') toast(t('followRequests.gone', { name }));
      else {
        utils.follows.requests.setInfiniteData(followRequestsInput, before);
        const again = { label: t('common.tryAgain'), run: () => void answer(person, verdict) };
        toast(`${t('followRequests.failed', { name })} ${failureText(error)}`, { variant: 'bad', action: again });
        return;
      }
    }
    void utils.follows.invalidate();
    void utils.auth.session.invalidate();
  };
  return answer;
}

/** Returns the requests of members who want to follow the viewer. */
export const useFollowRequests = () =>
  trpc.follows.requests.useInfiniteQuery(followRequestsInput, { ...paging, staleTime: 30_000 });

/** A card with the follow requests. Renders nothing if there are none. */
export function FollowRequests({ list }: { list: ReturnType<typeof useFollowRequests> }) {
  const { t } = useTranslation();
  const answer = useAnswer();
  const people = itemsOf(list.data);
  useFirstItems(list, people.length);
  if (!people.length) return null;
  return (
    <section aria-labelledby="requests" className="mx-4 mb-5 rounded-card border border-line p-2 rail:mx-0">
      <h2 id="requests" className="flex items-center gap-2 px-2 pt-1 pb-1 text-15 font-semibold">
        <Lock aria-hidden className="size-4.5 shrink-0 text-accent-text" />
        {t('followRequests.title')}
      </h2>
      <ul>
        {people.map((person) => (
          <li key={person.userId}>
            <PersonRow person={person} wide>
              <div className="flex gap-2">
                <Button
                  small
                  aria-label={t('followRequests.acceptNamed', { name: nameOf(person) })}
                  onClick={() => void answer(person, 'accept')}
                >
                  {t('followRequests.accept')}
                </Button>
                <Button
                  small
                  variant="quiet"
                  aria-label={t('followRequests.declineNamed', { name: nameOf(person) })}
                  onClick={() => void answer(person, 'decline')}
                >
                  {t('followRequests.decline')}
                </Button>
              </div>
            </PersonRow>
          </li>
        ))}
      </ul>
      <LoadMore key={list.data?.pages.length} more={list} />
    </section>
  );
}
