import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { api } from '../../lib/api.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { useToggleMutationQueue } from '../../lib/useToggleMutationQueue.ts';
import { toast } from '../../ui/toast.ts';
import { patchPerson } from './followCache.ts';

interface Person {
  userId: number;
  userName: string;
  followedByMe: boolean;
}

/** Follows and unfollows at once; button and follower count change together, everywhere. */
export function useFollow(person: Person) {
  const { t } = useTranslation();
  const text = useFailureText();
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const viewer = useViewer();

  const show = (followedByMe: boolean) =>
    patchPerson(client, person.userId, (old) => ({
      followedByMe,
      ...(old.followersCount !== undefined && {
        followersCount: Math.max(0, old.followersCount + Number(followedByMe) - Number(old.followedByMe)),
      }),
    }));

  const toggle = useToggleMutationQueue({
    key: `follow:${person.userId}`,
    value: person.followedByMe,
    send: async (wish) => {
      const input = { followerId: viewer.userId, followedId: person.userId };
      return (await api.follows[wish ? 'add' : 'remove'].mutate(input)).following;
    },
    onWish: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (!error) {
        void utils.auth.session.invalidate();
        void utils.feed.home.invalidate();
        void utils.follows.following.invalidate({ userId: viewer.userId });
        return;
      }
      const name = person.userName;
      const words = confirmed ? t('profile.unfollowFailed', { name }) : t('profile.followFailed', { name });
      const again = { label: t('common.tryAgain'), run: () => toggle(!confirmed) };
      toast(`${words} ${text(error)}`, { look: 'bad', action: again });
    },
  });
  return toggle;
}
