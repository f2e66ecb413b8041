import BellOff from 'lucide-react/icons/bell-off';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import { usePopup } from '../../lib/popups.ts';
import type { UserProfile } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { BirthdayLine } from '../birthdays/BirthdayLine.tsx';
import { ProfileLinks } from './ProfileLinks.tsx';

/** Returns whether a private member's posts are hidden from this viewer. The profile itself is visible to everybody. */
export const hidesPosts = (person: UserProfile, viewerId: number): boolean =>
  person.visibility === 'private' && !person.followedByMe && person.userId !== viewerId;

/**
 * The numbers of posts, followers and followed members in one row. The last two open lists, unless the number is 0 or the
 * member's posts are hidden from the viewer.
 */
function ProfileCounts({ person }: { person: UserProfile }) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const { userId } = useViewer();
  const closed = hidesPosts(person, userId);
  const counts = [
    { name: 'posts', count: person.postsCount, popup: undefined },
    { name: 'followers', count: person.followersCount, popup: 'followers' },
    { name: 'following', count: person.followingCount, popup: 'following' },
  ] as const;
  return (
    <ul className="flex flex-wrap justify-around gap-x-2 rail:justify-start rail:gap-x-4 min-[50rem]:gap-x-8">
      {counts.map(({ name, count, popup }) => {
        const content = (
          <>
            <span className="text-17 font-bold tabular-nums">{shortCount(count)}</span>{' '}
            <span className="text-15 text-soft">{t(`profile.${name}`, { count })}</span>
          </>
        );
        const linkClass =
          'flex min-h-11 flex-col items-center justify-center rail:flex-row rail:flex-wrap rail:content-center rail:items-baseline rail:gap-x-1.5';
        return (
          <li key={name}>
            {popup && count > 0 && !closed ? (
              <button
                type="button"
                className={`${linkClass} rounded-card hover:underline`}
                onClick={() => void open({ popup })}
              >
                {content}
              </button>
            ) : (
              <p className={linkClass}>{content}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface Props {
  person: UserProfile;
  /** The action buttons: follow and message or, on the viewer's own profile, edit. */
  children?: ReactNode;
}

export function ProfileHeader({ person, children }: Props) {
  const { t } = useTranslation();
  return (
    <header className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-4 px-4 py-6 rail:gap-x-12 rail:gap-y-2 rail:px-0 rail:py-8">
      <Avatar
        src={person.profilePicture}
        size={144}
        alt={t('profile.pictureOf', { name: nameOf(person) })}
        className="rail:row-span-3"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-21 font-bold tracking-tight wrap-anywhere rail:text-28">
            <bdi>{nameOf(person)}</bdi>
          </h1>
          {person.displayName !== null && <p className="text-15 wrap-anywhere text-soft">@{person.userName}</p>}
        </div>
        {person.visibility === 'private' && (
          <span title={t('profile.private')} className="text-soft">
            <Lock aria-hidden className="size-4" />
            <span className="sr-only">{t('profile.private')}</span>
          </span>
        )}
        {person.followsMe && (
          <span className="rounded-full bg-sunken px-3 py-1 text-13 font-medium text-soft">
            {t('profile.followsYou')}
          </span>
        )}
        {person.mutedByMe && (
          <span className="flex items-center gap-1.5 rounded-full bg-sunken px-3 py-1 text-13 font-medium text-soft">
            <BellOff aria-hidden className="size-3.5" />
            {t('profile.muted')}
          </span>
        )}
      </div>
      <div className="col-span-2 rail:col-span-1">
        <ProfileCounts person={person} />
      </div>
      <div className="col-span-2 flex flex-col gap-4 rail:col-span-1">
        {person.bio && (
          <section aria-labelledby="about-me">
            <p id="about-me" className="text-13 text-soft">
              {t('profile.aboutMe')}
            </p>
            <p className="max-w-140 text-15 whitespace-pre-wrap">
              <LiveText text={person.bio} />
            </p>
          </section>
        )}
        <BirthdayLine birthday={person.birthday} />
        <ProfileLinks links={person.links} />
        {children && (
          <div className="flex flex-wrap gap-2 *:flex-auto max-rail:*:px-3 rail:*:flex-none [&>[aria-haspopup]:last-child]:flex-none">
            {children}
          </div>
        )}
      </div>
    </header>
  );
}
