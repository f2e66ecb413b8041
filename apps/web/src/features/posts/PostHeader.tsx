import { Link } from '@tanstack/react-router';
import Lock from 'lucide-react/icons/lock';
import MapPin from 'lucide-react/icons/map-pin';
import Star from 'lucide-react/icons/star';
import Timer from 'lucide-react/icons/timer';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { postDate } from '../../i18n/dates.ts';
import type { PostView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { personLink } from '../../ui/LiveText.tsx';
import { PersonName } from '../../ui/PersonName.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { PostLink } from './PostLink.tsx';

/** An icon that says who can see the post, if the post is not public. */
function AudienceMark({ audience, audienceFrozen }: PostView) {
  const { t } = useTranslation();
  if (audience === 'public' && !audienceFrozen) return null;
  const Icon = { public: UsersRound, friends: UsersRound, close: Star, private: Lock }[audience];
  const shown = t(`audience.${audience === 'public' ? 'followers' : audience}`);
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{t('audience.who')}: </span>
      {audienceFrozen ? t('audience.frozen', { audience: shown }) : shown}
    </span>
  );
}

interface Props {
  /** A post that is not sent yet has a negative id, and no page to link to. */
  post: PostView;
  /** Set in the columns of Explore. */
  narrow?: boolean;
  /** Set where the post is open, and not one of a list. */
  open?: boolean;
  /** A control at the end of the header. */
  children?: ReactNode;
}

export function PostHeader({ post, narrow = false, open = false, children }: Props) {
  const { t } = useTranslation();
  const { userName, profilePicture } = post.user;
  const time = <Timestamp at={post.createdAt} as={open ? 'post' : 'card'} />;
  return (
    <header className="flex items-center gap-3">
      <Link {...personLink(userName)} aria-hidden tabIndex={-1} className="relative after:absolute after:-inset-0.5">
        <Avatar src={profilePicture} size={40} />
      </Link>
      <div className="min-w-0 flex-1">
        {/* The name's touch area extends only upwards, because the time below the name is a link too. */}
        <Link
          {...personLink(userName)}
          className="relative inline-block max-w-full align-top font-semibold leading-7 underline-offset-4 after:absolute after:inset-x-0 after:bottom-0 after:h-11 after:min-w-11 hover:underline"
        >
          <PersonName person={post.user} />
        </Link>
        <p
          className={cx(
            'flex items-center gap-x-2 text-13 text-soft',
            // In a narrow column a long location moves to a line of its own instead of being cut.
            narrow && 'flex-wrap',
            post.expiresAt ? 'flex-wrap' : post.audience === 'public' ? 'max-[24rem]:flex-wrap' : 'max-rail:flex-wrap',
          )}
        >
          {post.postId < 0 ? (
            <span className="inline-flex min-h-6 shrink-0 items-center">{time}</span>
          ) : (
            <PostLink
              postId={post.postId}
              className="relative inline-flex min-h-6 shrink-0 items-center underline-offset-4 after:absolute after:top-0 after:-bottom-2.5 after:left-0 after:w-full after:min-w-11 hover:underline"
            >
              {time}
            </PostLink>
          )}
          <AudienceMark {...post} />
          {post.expiresAt && (
            <span className="flex shrink-0 items-center gap-1">
              <Timer aria-hidden className="size-3.5 shrink-0" />
              <time dateTime={post.expiresAt}>{t('expiry.until', { date: postDate(post.expiresAt) })}</time>
            </span>
          )}
          {post.location && (
            <span title={post.location} className="flex min-w-0 items-center gap-1">
              <MapPin aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{post.location}</span>
            </span>
          )}
        </p>
      </div>
      {children}
    </header>
  );
}
