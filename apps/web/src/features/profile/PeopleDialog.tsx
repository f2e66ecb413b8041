import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
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
  const utils = trpc.useUtils();
  const viewer = useViewer();

  const remove = async (person: UserListItem): Promise<void> => {
    const { userId } = person;
    const name = nameOf(person);
    const before = utils.follows.followers.getInfiniteData(input);
    utils.follows.followers.setInfiniteData(
      input,
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => ({ ...page, items: page.items.filter((each) => each.userId !== userId) })),
        },
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
  const removable = kind === 'followers' && userId === viewer.userId;
  return (
    <Dialog title={kind === 'followers' ? t('profile.followersTitle') : t('profile.followingTitle')} onClose={close}>
      <PeoplePages
        list={list}
        failed={t('profile.listFailed')}
        {...(removable && {
          more: (person: UserListItem) => (
            <IconButton
              label={t('profile.removeFollower', { name: nameOf(person) })}
              className="-mr-1 ml-1 text-soft"
              onClick={() => setToRemove(person)}
            >
              <UserX aria-hidden className="size-5" />
            </IconButton>
          ),
        })}
      />
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
