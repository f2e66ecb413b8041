import { useTranslation } from '../../i18n/useTranslation.ts';
import { useViewer } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { useFollow } from './useFollow.ts';

interface Props {
  person: { userId: number; userName: string; followedByMe: boolean };
  /** In a list, where the name tells one button from the next. */
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
