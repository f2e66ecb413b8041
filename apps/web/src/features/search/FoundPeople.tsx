import { foldName } from '@kith/contracts/searchWords';
import { useTranslation } from 'react-i18next';
import type { UserListItem } from '../../lib/types.ts';
import { type MatchFinder, MatchFinderContext } from '../../ui/Highlighted.tsx';
import { PeopleList } from '../follows/PeopleList.tsx';

/** Returns the part of a name that a query asks for. */
const nameIn = (query: string): string => foldName(query.replace(/^@/, ''));

/** Returns a function that finds the query in a member's name, ignoring case and accents. */
const findInName =
  (query: string): MatchFinder =>
  (text) => {
    const searched = nameIn(query);
    let folded = '';
    /** The position in the text of each character in `folded`. */
    const positions: number[] = [];
    for (const { segment, index } of new Intl.Segmenter().segment(text)) {
      const letters = foldName(segment) || segment;
      folded += letters;
      for (let i = 0; i < letters.length; i += 1) positions.push(index);
    }
    const found = folded.indexOf(searched);
    const start = searched ? positions[found] : undefined;
    return start === undefined ? [] : [{ start, end: positions[found + searched.length] ?? text.length }];
  };

/** Members whose user names begin with the query and, under a heading, other members with names that contain it. */
export function FoundPeople({ people, query }: { people: UserListItem[]; query: string }) {
  const { t } = useTranslation();
  const begins = ({ userName }: UserListItem) => userName.toLowerCase().startsWith(nameIn(query));
  return (
    <MatchFinderContext value={findInName(query)}>
      {people.some(begins) && <PeopleList people={people.filter(begins)} className="-mx-2" />}
      {people.length > 0 && !people.every(begins) && (
        <section aria-labelledby="others" className="flex flex-col gap-1 not-first:pt-2">
          <h3 id="others" className="text-13 font-semibold text-soft">
            {t('browse.others')}
          </h3>
          <PeopleList people={people.filter((person) => !begins(person))} className="-mx-2" />
        </section>
      )}
    </MatchFinderContext>
  );
}
