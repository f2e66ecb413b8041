import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isConnected } from '../../lib/connection.ts';
import { failureText } from '../../lib/failure.ts';
import { deliver } from '../../lib/outbox/send.ts';
import { useViewer } from '../../lib/session.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';
import { followFailed, followKey, refreshFollows, sendFollow, showFollow } from './followCache.ts';

interface Person {
  userId: number;
  userName: string;
  followedByMe: boolean;
}

/** Follows and unfollows at once; button and follower count change together, everywhere. */
function useFollow(person: Person) {
  const { t } = useTranslation();
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
      const again = { label: t('common.tryAgain'), run: () => toggle(!confirmed) };
      toast(`${followFailed(person.userName, !confirmed)} ${failureText(error)}`, { look: 'bad', action: again });
    },
  });
  return toggle;
}

interface Props {
  person: { userId: number; userName: string; followedByMe: boolean };
  /** For lists: smaller, and with the person's name in its accessible name. */
  small?: boolean;
}

export function FollowButton({ person, small = false }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const toggle = useFollow(person);
  if (person.userId === viewer.userId) return null;
  const both = [t('profile.follow'), t('profile.unfollow')] as const;
  const [words, other] = person.followedByMe ? [both[1], both[0]] : both;
  return (
    <Button
      aria-label={small ? `${words} ${person.userName}` : undefined}
      small={small}
      look={person.followedByMe ? 'quiet' : 'primary'}
      onClick={() => toggle(!person.followedByMe)}
      className="min-w-26"
    >
      {/* As wide as the longer of the two, so that nothing moves under the finger. */}
      <span
        data-other={other}
        className="after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-other)]"
      >
        {words}
      </span>
    </Button>
  );
}
