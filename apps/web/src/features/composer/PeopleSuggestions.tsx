import { useTranslation } from '../../i18n/useTranslation.ts';
import { complete, lastWord } from './lastWord.ts';
import { Suggestions } from './Suggestions.tsx';
import { useFoundPeople } from './useFoundPeople.ts';

interface Props {
  value: string;
  onPick: (value: string) => void;
}

/** Members whose names start with the word being typed. */
export function PeopleSuggestions({ value, onPick }: Props) {
  const { t } = useTranslation();
  const names = useFoundPeople(lastWord(value)).map(({ userName }) => `@${userName}`);
  return <Suggestions label={t('composer.people')} words={names} onPick={(word) => onPick(complete(value, word))} />;
}
