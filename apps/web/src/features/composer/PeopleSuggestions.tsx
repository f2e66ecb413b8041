import { useTranslation } from '../../i18n/useTranslation.ts';
import { trpc } from '../../lib/trpc.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { complete, lastWord } from './lastWord.ts';
import { Suggestions } from './Suggestions.tsx';

interface Props {
  value: string;
  onPick: (value: string) => void;
}

/** Members whose names start with the word being typed. */
export function PeopleSuggestions({ value, onPick }: Props) {
  const { t } = useTranslation();
  const query = useDebounced(lastWord(value), 200);
  const found = trpc.users.search.useQuery({ query, limit: 5 }, { enabled: query.length > 0 });
  const others = (found.data?.items ?? []).filter((person) => person.userName.toLowerCase() !== query.toLowerCase());
  const names = query ? others.map((person) => `@${person.userName}`) : [];
  return <Suggestions label={t('composer.people')} words={names} onPick={(word) => onPick(complete(value, word))} />;
}
