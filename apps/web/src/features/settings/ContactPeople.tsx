import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import { touchTarget } from '../../ui/cx.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { linkStyle } from '../auth/AuthPage.tsx';
import { PersonRow } from '../people/PersonRow.tsx';

/** The members who run the server, each with a link to their chat, or a link to all chats if there are none. */
export function ContactPeople() {
  const { t } = useTranslation();
  const { data, isPending } = trpc.users.moderators.useQuery();
  if (isPending) return <SkeletonList rows={1} />;
  if (!data?.items.length)
    return (
      <Link to="/messages" className={`${linkStyle} self-start`}>
        {t('menu.messages')}
      </Link>
    );
  return (
    <ul className="-mx-2 flex flex-col pt-1">
      {data.items.map((person) => (
        <li key={person.userId}>
          <PersonRow person={person}>
            <Link
              to="/messages"
              search={{ userId: person.userId }}
              aria-label={t('contact.writeTo', { name: nameOf(person) })}
              className={`min-h-9 rounded-full bg-sunken px-4 py-1.75 text-15 font-semibold hover:bg-line ${touchTarget}`}
            >
              {t('contact.write')}
            </Link>
          </PersonRow>
        </li>
      ))}
    </ul>
  );
}
