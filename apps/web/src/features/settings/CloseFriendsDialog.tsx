import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { hasInName, nameOf } from '../../ui/PersonName.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import { PersonRow } from '../people/PersonRow.tsx';
import type { SettingsPopupProps } from './parts.tsx';

const input = { limit: 500 };

/** Holds the list of close friends. A change is shown immediately, and is reverted if the server refuses it. */
function useCloseFriends() {
  const utils = trpc.useUtils();
  const list = trpc.closeFriends.list.useQuery(input);
  const set = (change: (people: Member[]) => Member[]) =>
    utils.closeFriends.list.setData(input, (old) => old && { ...old, items: change(old.items) });
  const without = (userId: number) => (people: Member[]) => people.filter((each) => each.userId !== userId);

  const toggle = async ({ userId, userName, displayName, profilePicture }: Member, on: boolean): Promise<void> => {
    const add = (people: Member[]) => [{ userId, userName, displayName, profilePicture }, ...without(userId)(people)];
    set(on ? add : without(userId));
    try {
      await (on ? api.closeFriends.add : api.closeFriends.remove).mutate({ userId });
    } catch (error) {
      set(on ? without(userId) : add);
      toast(failureText(error), { variant: 'bad' });
    }
  };
  return { list, toggle };
}

/** Edits the list of the members who see posts for close friends. Members do not learn whether they are on the list. */
export function CloseFriendsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { userId } = useViewer();
  const { list, toggle } = useCloseFriends();
  const followed = trpc.follows.following.useQuery({ userId, ...input });
  const [query, setQuery] = useState('');
  // The rows are computed once, so that a removed member stays visible until the dialog is closed.
  const [shown, setShown] = useState<Member[]>();
  if (!shown && list.data && followed.data) {
    const on = new Set(list.data.items.map((each) => each.userId));
    setShown([...list.data.items, ...followed.data.items.filter((each) => !on.has(each.userId))]);
  }
  const failed = (list.isError && !list.data) || (followed.isError && !followed.data);
  const on = new Set(list.data?.items.map((each) => each.userId));
  const name = query.trim();
  const people = shown?.filter((person) => hasInName(person, name)) ?? [];
  return (
    <Dialog title={t('closeFriends.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-4 p-5">
        <p className="text-15 text-pretty text-soft">{t('closeFriends.lead')}</p>
        <SearchField label={t('home.searchFriend')} value={query} onChange={setQuery} />
        {failed && (
          <ErrorState title={t('profile.listFailed')} onRetry={() => void [list.refetch(), followed.refetch()]} />
        )}
        {!failed && !shown && <SkeletonList />}
        <p role="status" className="text-15 text-soft empty:hidden">
          {shown && !people.length && t(name ? 'home.noFriends' : 'closeFriends.nobody')}
        </p>
        <ul className="-mx-2 flex flex-col">
          {people.map((person) => {
            const chosen = on.has(person.userId);
            return (
              <li key={person.userId}>
                <PersonRow person={person}>
                  <Button
                    small
                    variant={chosen ? 'quiet' : 'outline'}
                    aria-label={t(chosen ? 'closeFriends.removeNamed' : 'closeFriends.addNamed', {
                      name: nameOf(person),
                    })}
                    onClick={() => void toggle(person, !chosen)}
                  >
                    {t(chosen ? 'closeFriends.remove' : 'closeFriends.add')}
                  </Button>
                </PersonRow>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
