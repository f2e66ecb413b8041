import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import UserMinus from 'lucide-react/icons/user-minus';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnected } from '../../lib/connection.ts';
import { failureText } from '../../lib/failure.ts';
import { deliver } from '../../lib/outbox/store.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import type { FollowState } from '../../lib/types.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { followFailed, followKey, refreshFollows, sendFollow, showFollow, showRequested } from './followCache.ts';

interface Person {
  userId: number;
  userName: string;
  displayName: string | null;
  followState: FollowState;
}

/**
 * Returns a function that follows or unfollows a member, or requests to follow. Every button and follower count shows the
 * change immediately.
 */
function useFollow(person: Person) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const viewer = useViewer();

  const toggle = useToggleMutationQueue<FollowState>({
    key: followKey(person.userId),
    value: person.followState,
    send: async (next) => {
      const { userId } = person;
      const following = next !== 'none';
      const send = () => sendFollow(viewer.userId, userId, following);
      return (await deliver('follow', followKey(userId), { userId, name: nameOf(person), following }, send)) ?? next;
    },
    onRequest: (next) => showRequested(client, person.userId, next !== 'none'),
    onSettled: (confirmed, error) => {
      const wasFollow = confirmed === 'none';
      if (!error) {
        // Offline, the toggle waits in the outbox, so the requested state stays visible.
        if (!isConnected()) return;
        showFollow(client, person.userId, confirmed);
        refreshFollows(client);
        return;
      }
      showFollow(client, person.userId, confirmed);
      const again = { label: t('common.tryAgain'), run: () => toggle(wasFollow ? 'following' : 'none') };
      toast(`${followFailed(nameOf(person), wasFollow)} ${failureText(error)}`, { variant: 'bad', action: again });
    },
  });
  return toggle;
}

const Menu = lazy(() => import('../../ui/Menu.tsx'));

const variantOf = { none: 'primary', requested: 'quiet', following: 'quiet' } as const;

interface Props {
  person: Person;
  /** For lists: a smaller button with less emphasis, whose accessible name contains the person's name. */
  small?: boolean;
  /** Whether the person follows the viewer, so that the button says Follow back. */
  back?: boolean;
}

/**
 * A button that says Follow, Requested or Following. Requested means that a private member has not answered yet; pressing it
 * withdraws the request. Following changes to Unfollow while the pointer or the focus is on it, and pressing it unfollows. On
 * touch screens, a menu asks for confirmation first.
 */
export function FollowButton({ person, small = false, back = false }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const toggle = useFollow(person);
  const [confirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { userId, followState } = person;
  const following = followState === 'following';
  const hovers = !useMedia('(hover: none)');
  const asks = following && !hovers;
  // `Undo` is pressed later, when the state may differ from that of this render.
  const latest = useRef(toggle);
  latest.current = toggle;
  const left = useRef(false);
  // While the menu is open, the button is rendered as the menu's trigger. When the menu closes, the button is created anew, so
  // the focus is set again.
  useLayoutEffect(() => {
    if (left.current && !confirming) button.current?.focus({ preventScroll: true });
    left.current = confirming;
  }, [confirming]);
  if (userId === viewer.userId) return null;
  const unfollow = () => {
    setConfirming(false);
    toggle('none');
    const undo = { label: t('common.undo'), run: () => latest.current('following') };
    toast(t('profile.unfollowed', { name: nameOf(person) }), { action: undo });
  };
  const words = {
    none: t(back ? 'profile.followBack' : 'profile.follow'),
    requested: t('profile.requested'),
    following: t('profile.followed'),
  };
  // In a list there is no room for the longest one, so the button becomes wider under the pointer.
  const labels = [...Object.values(words), ...(hovers && !small ? [t('profile.unfollow')] : [])];
  const longest = labels.reduce((a, b) => (b.length > a.length ? b : a));
  const name = following && !asks ? t('profile.unfollow') : words[followState];
  const control = (
    <Button
      ref={button}
      aria-label={small ? `${name} ${nameOf(person)}` : name}
      aria-haspopup={asks ? 'menu' : undefined}
      title={followState === 'requested' ? t('profile.withdraw') : undefined}
      small={small}
      variant={small && followState === 'none' ? 'outline' : variantOf[followState]}
      onClick={() => {
        if (asks) setConfirming(true);
        else if (following) unfollow();
        else toggle(followState === 'none' ? 'following' : 'none');
      }}
      // The transparent border makes the button as wide as the outlined Follow button that it replaces.
      className={cx('group min-w-26 whitespace-nowrap', small && followState !== 'none' && 'border border-transparent')}
    >
      {/* The invisible copy of the longest label gives the button the same width in every state, so that the layout does not
          shift. */}
      <span
        data-other={longest}
        className="after:invisible after:block after:h-0 after:pr-4 after:overflow-hidden after:content-[attr(data-other)]"
      >
        <span className={cx(following && !asks && 'group-hover:hidden group-focus-visible:hidden')}>
          {words[followState]}
          {following && <Check aria-hidden className="-mt-0.5 -mr-1 ml-1 inline size-4" strokeWidth={2.6} />}
        </span>
        {following && !asks && (
          <span className="hidden group-hover:inline group-focus-visible:inline">{t('profile.unfollow')}</span>
        )}
      </span>
    </Button>
  );
  if (!confirming || !following) return control;
  return (
    <Suspense fallback={control}>
      <Menu
        trigger={control}
        align={small ? 'end' : 'start'}
        items={[{ label: t('profile.unfollow'), icon: UserMinus, onSelect: unfollow }]}
      />
    </Suspense>
  );
}
