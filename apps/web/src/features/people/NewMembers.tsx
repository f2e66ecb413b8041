import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { region } from '../../i18n/dates.ts';
import type { UserListItem } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { nameOf } from '../../ui/PersonName.tsx';

/** The number of names in the line; others are counted. */
const maxNames = 3;
/** Stands for the names in the translated sentence. */
const marker = '\u0001';

/** A line that says who joined within the last day. */
export function NewMembers({ people }: { people: UserListItem[] }) {
  const { t } = useTranslation();
  const named = people.slice(0, maxNames);
  const others = people.length - named.length;
  // User names, because several members may have the same display name.
  const names = named.map(({ userName }) => userName);
  if (others > 0) names.push(t('newMembers.others', { count: others }));
  const [before, after] = t('newMembers.joined', { count: people.length, names: marker }).split(marker);
  const parts = new Intl.ListFormat(region()).formatToParts(names);
  return (
    <div data-own className="flex min-h-14 items-center gap-3 px-4 py-2 text-15 text-soft rail:px-0">
      <span aria-hidden className="flex shrink-0 -space-x-2">
        {named.map(({ userId, profilePicture }) => (
          <Avatar key={userId} src={profilePicture} size={32} className="ring-2 ring-ground" />
        ))}
      </span>
      <p className="min-w-0 text-pretty">
        {before}
        {parts.map(({ type, value }, index) => {
          const person = type === 'element' && named.find(({ userName }) => userName === value);
          // No line ends with the one-letter words by which Polish and Spanish join a list.
          if (!person) return value.replace(/( \p{L}) $/u, '$1\u00a0');
          const params = { username: person.userName };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change their order.
            <Link key={index} to="/user/$username" params={params} className="font-semibold text-ink">
              <bdi>{nameOf(person)}</bdi>
            </Link>
          );
        })}
        {after}
      </p>
    </div>
  );
}
