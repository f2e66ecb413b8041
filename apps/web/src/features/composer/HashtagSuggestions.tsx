import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { knownTags } from './knownTags.ts';
import { complete, lastWord } from './lastWord.ts';
import { Suggestions } from './Suggestions.tsx';

interface Props {
  value: string;
  onPick: (value: string) => void;
}

/** Tags that the posts seen so far use, most used first. */
export function HashtagSuggestions({ value, onPick }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const typed = lastWord(value);
  if (!typed) return null;
  const tags = knownTags(client, typed);
  return <Suggestions label={t('composer.hashtags')} words={tags} onPick={(word) => onPick(complete(value, word))} />;
}
