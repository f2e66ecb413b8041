import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Member } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';

interface Props {
  person: Member & { bio?: string };
  /** A control at the end of the row, beside the link. */
  children?: ReactNode;
}

/** A person in a list; the whole row leads to their page. */
export function PersonRow({ person, children }: Props) {
  return (
    <div data-own className="relative flex items-center gap-3 rounded-card p-2 transition-colors hover:bg-sunken">
      <Avatar src={person.profilePicture} size={40} />
      <div className="min-w-0 flex-1">
        <Link
          to="/user/$username"
          params={{ username: person.userName }}
          className="block truncate font-semibold before:absolute before:inset-0 before:rounded-card"
        >
          {person.userName}
        </Link>
        {person.bio && <p className="truncate text-13 text-soft">{person.bio}</p>}
      </div>
      {children && <div className="relative">{children}</div>}
    </div>
  );
}
