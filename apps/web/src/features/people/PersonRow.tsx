import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { PersonName } from '../../ui/PersonName.tsx';

interface PersonRowProps {
  person: Member & { bio?: string };
  /** A line below the name, which replaces the bio. */
  note?: string | undefined;
  /** A control at the end of the row. It is not part of the row's link. */
  children?: ReactNode;
  /** Set if the control is wide. A wide control moves below the name if there is no room beside the name. */
  wide?: boolean;
}

/** A row of a list of people. The whole row links to the person's page. */
export function PersonRow({ person, note = person.bio, children, wide }: PersonRowProps) {
  return (
    <div
      data-own
      className={cx(
        'relative flex items-center gap-3 rounded-card p-2 transition-colors hover:bg-sunken/50',
        wide && 'max-rail:flex-wrap',
      )}
    >
      <Avatar src={person.profilePicture} size={40} />
      <div className={cx('min-w-0 flex-1', wide && 'max-rail:min-w-24')}>
        <Link
          to="/user/$username"
          params={{ username: person.userName }}
          className="block font-semibold before:absolute before:inset-0 before:rounded-card"
        >
          <PersonName person={person} />
        </Link>
        {note && <p className="truncate text-13 text-soft">{note}</p>}
      </div>
      {children && <div className={cx('relative', wide && 'max-rail:ml-auto')}>{children}</div>}
    </div>
  );
}

/**
 * A row for a member who is deleted, is blocked or has blocked the viewer. The row does not reveal which of these is the case.
 */
export function UnavailablePerson({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-14 items-center gap-3 p-2">
      <Avatar src={null} size={40} />
      <span className="flex-1 text-soft italic">{t('messages.unavailable')}</span>
      {children}
    </div>
  );
}
