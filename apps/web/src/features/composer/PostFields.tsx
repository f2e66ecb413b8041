import { useQueryClient } from '@tanstack/react-query';
import AtSign from 'lucide-react/icons/at-sign';
import Hash from 'lucide-react/icons/hash';
import MapPin from 'lucide-react/icons/map-pin';
import { useTranslation } from 'react-i18next';
import { LineField } from '../../ui/LineField.tsx';
import { knownTags } from './knownTags.ts';
import type { PostDraft } from './postDraft.ts';
import { useFoundPeople } from './useFoundPeople.ts';

interface SuggestionsProps {
  label: string;
  words: string[];
  onPick: (word: string) => void;
}

function Suggestions({ label, words, onPick }: SuggestionsProps) {
  if (!words.length) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5 pt-2">
      {words.map((word) => (
        <button
          key={word}
          type="button"
          onClick={() => onPick(word)}
          className="min-h-9 animate-fade rounded-full bg-accent-wash px-3 text-15 font-medium text-accent-text"
        >
          {word}
        </button>
      ))}
    </div>
  );
}

/** The word being typed at the end of a field, without its sign. */
const lastWord = (value: string): string => /[^\s,]*$/.exec(value)?.[0].replace(/^[@#]/, '') ?? '';

/** The field with its last word completed. */
const complete = (value: string, word: string): string => `${value.replace(/[^\s,]*$/, '')}${word} `;

interface HashtagSuggestionsProps {
  value: string;
  onPick: (value: string) => void;
}

/** Tags that the posts seen so far use, most used first. */
function HashtagSuggestions({ value, onPick }: HashtagSuggestionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const typed = lastWord(value);
  if (!typed) return null;
  const tags = knownTags(client, typed);
  return <Suggestions label={t('composer.hashtags')} words={tags} onPick={(word) => onPick(complete(value, word))} />;
}

interface PeopleSuggestionsProps {
  value: string;
  onPick: (value: string) => void;
}

/** Members whose names start with the word being typed. */
function PeopleSuggestions({ value, onPick }: PeopleSuggestionsProps) {
  const { t } = useTranslation();
  const names = useFoundPeople(lastWord(value)).map(({ userName }) => `@${userName}`);
  return <Suggestions label={t('composer.people')} words={names} onPick={(word) => onPick(complete(value, word))} />;
}

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** Who, where and what about: the parts of a post beside its text. */
export function PostFields({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const set = (part: Partial<PostDraft>) => onChange({ ...draft, ...part });
  return (
    <div className="flex flex-col">
      <LineField
        label={t('composer.people')}
        icon={AtSign}
        placeholder={t('composer.peopleHint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={draft.people}
        onChange={(event) => set({ people: event.target.value })}
      >
        <PeopleSuggestions value={draft.people} onPick={(people) => set({ people })} />
      </LineField>
      <LineField
        label={t('composer.location')}
        icon={MapPin}
        placeholder={t('composer.locationHint')}
        autoComplete="off"
        maxLength={100}
        value={draft.location}
        onChange={(event) => set({ location: event.target.value })}
      />
      <LineField
        label={t('composer.hashtags')}
        icon={Hash}
        placeholder={t('composer.hashtagsHint')}
        autoCapitalize="none"
        autoComplete="off"
        value={draft.hashtags}
        onChange={(event) => set({ hashtags: event.target.value })}
      >
        <HashtagSuggestions value={draft.hashtags} onPick={(hashtags) => set({ hashtags })} />
      </LineField>
    </div>
  );
}
