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
  const words = person.followedByMe ? t('profile.unfollow') : t('profile.follow');
  return (
    <Button
      aria-label={small ? `${words} ${person.userName}` : undefined}
      small={small}
      look={person.followedByMe ? 'quiet' : 'primary'}
      onClick={() => toggle(!person.followedByMe)}
      className="min-w-26"
    >
      {words}
    </Button>
  );
}
