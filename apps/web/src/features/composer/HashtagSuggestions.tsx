import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { cachedPosts } from '../../lib/postCache.ts';
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
  const typed = lastWord(value).toLowerCase();
  if (!typed) return null;
  const counts = new Map<string, number>();
  for (const post of cachedPosts(client)) {
    for (const tag of post.caption.match(/(?<=^|\s)#\S+/g) ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const tags = [...counts]
    .filter(([tag]) => tag.slice(1).toLowerCase().startsWith(typed) && tag.length - 1 > typed.length)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([tag]) => tag);
  return <Suggestions label={t('composer.hashtags')} words={tags} onPick={(word) => onPick(complete(value, word))} />;
}
