import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { patchItems } from '../../lib/cachedLists.ts';
import { failureText } from '../../lib/failure.ts';
import { paging } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import type { UserListItem } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { PeoplePages } from '../follows/PeoplePages.tsx';

/** Returns a function that removes a follower of the viewer. The list changes at once; a failure restores it. */
function useRemoveFollower(input: { userId: number; limit: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const viewer = useViewer();

  const remove = async (person: UserListItem): Promise<void> => {
    const { userId } = person;
    const name = nameOf(person);
    const before = utils.follows.followers.getInfiniteData(input);
    patchItems<UserListItem>(client, [getQueryKey(trpc.follows.followers, input)], (each) =>
      each.userId === userId ? null : each,
    );
    try {
      await api.follows.remove.mutate({ followerId: userId, followedId: viewer.userId });
      toast(t('profile.removed', { name }));
      void utils.auth.session.invalidate();
      void utils.users.invalidate();
    } catch (error) {
      utils.follows.followers.setInfiniteData(input, before);
      toast(`${t('profile.removeFailed', { name })} ${failureText(error)}`, { variant: 'bad' });
    }
  };
  return remove;
}

interface Props {
  userId: number;
  kind: 'followers' | 'following';
}

export default function PeopleDialog({ userId, kind }: Props) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const viewer = useViewer();
  const input = { userId, limit: 50 };
  const list = trpc.follows[kind].useInfiniteQuery(input, { ...paging, staleTime: 0 });
  const remove = useRemoveFollower(input);
  const [toRemove, setToRemove] = useState<UserListItem | null>(null);
  const removeButton = (person: UserListItem) => (
    <IconButton
      label={t('profile.removeFollower', { name: nameOf(person) })}
      className="-mr-1 ml-1 text-soft"
      onClick={() => setToRemove(person)}
    >
      <UserX aria-hidden className="size-5" />
    </IconButton>
  );
  const removable = kind === 'followers' && userId === viewer.userId;
  return (
    <Dialog title={kind === 'followers' ? t('profile.followersTitle') : t('profile.followingTitle')} onClose={close}>
      <PeoplePages list={list} failed={t('profile.listFailed')} more={removable ? removeButton : undefined} />
      {toRemove && (
        <ConfirmDialog
          title={t('profile.removeTitle')}
          question={t('profile.removeQuestion', { name: nameOf(toRemove) })}
          yes={t('profile.removeYes')}
          onClose={() => setToRemove(null)}
          onYes={() => {
            setToRemove(null);
            void remove(toRemove);
          }}
        />
      )}
    </Dialog>
  );
}
