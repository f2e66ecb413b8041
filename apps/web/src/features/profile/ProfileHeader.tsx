import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import type { UserProfile } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ProfileCounts } from './ProfileCounts.tsx';

interface Props {
  person: UserProfile;
  /** What can be done here: follow and write, or change what is one's own. */
  children?: ReactNode;
}

export function ProfileHeader({ person, children }: Props) {
  const { t } = useTranslation();
  return (
    <header className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-4 px-4 py-6 rail:gap-x-12 rail:gap-y-2 rail:px-2 rail:py-8">
      <Avatar
        src={person.profilePicture}
        size={144}
        alt={t('profile.pictureOf', { name: person.userName })}
        className="rail:row-span-3"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-21 font-bold tracking-tight rail:text-28">{person.userName}</h1>
        {person.followsMe && (
          <span className="rounded-full bg-sunken px-3 py-1 text-13 font-medium text-soft">
            {t('profile.followsYou')}
          </span>
        )}
      </div>
      <div className="col-span-2 rail:col-span-1">
        <ProfileCounts person={person} />
      </div>
      <div className="col-span-2 flex flex-col gap-4 rail:col-span-1">
        {person.bio && (
          <section aria-labelledby="about-me">
            <h2 id="about-me" className="text-13 font-medium text-soft">
              {t('profile.aboutMe')}
            </h2>
            <p className="max-w-140 text-15 whitespace-pre-wrap">{person.bio}</p>
          </section>
        )}
        {children && <div className="flex flex-wrap gap-2 *:flex-1 rail:*:flex-none">{children}</div>}
      </div>
    </header>
  );
}
