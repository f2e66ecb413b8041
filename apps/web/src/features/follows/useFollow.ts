import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { isConnected } from '../../lib/connection.ts';
import { deliver } from '../../lib/outbox/deliver.ts';
import { useViewer } from '../../lib/session.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { useToggleMutationQueue } from '../../lib/useToggleMutationQueue.ts';
import { toast } from '../../ui/toast.ts';
import { followKey, refreshFollows, sendFollow, showFollow } from './sendFollow.ts';

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
  const viewer = useViewer();

  const show = (following: boolean) => showFollow(client, person.userId, following);

  const toggle = useToggleMutationQueue({
    key: followKey(person.userId),
    value: person.followedByMe,
    send: async (following) => {
      const { userId, userName } = person;
      const send = () => sendFollow(viewer.userId, userId, following);
      return (await deliver('follow', followKey(userId), { userId, userName, following }, send)) ?? following;
    },
    onWish: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (!error) {
        if (isConnected()) refreshFollows(client);
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
