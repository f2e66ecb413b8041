import { maxLengths } from '@kith/contracts/lengths';

import { useQueryClient } from '@tanstack/react-query';
import AtSign from 'lucide-react/icons/at-sign';
import Hash from 'lucide-react/icons/hash';
import MapPin from 'lucide-react/icons/map-pin';
import { type ComponentType, type InputHTMLAttributes, type ReactNode, type SVGProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonName } from '../../ui/PersonName.tsx';
import { type Option, useMatchingMembers } from '../completion/useCompletion.ts';
import { complete, knownTags, lastWord } from '../completion/words.ts';
import type { PostDraft } from './postDraft.ts';

interface LineFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Content shown below the field, such as completions. */
  children?: ReactNode;
}

/** A field on one line, with an icon, a label and an input. */
function LineField({ label, icon: Icon, children, ...rest }: LineFieldProps) {
  const id = useId();
  return (
    <div className="border-b border-line focus-within:border-accent-text focus-within:[box-shadow:0_1px_0_var(--accent-text)]">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3">
        <Icon aria-hidden className="size-5 shrink-0 text-soft" />
        <label htmlFor={id} className="min-w-28 shrink-0 text-15 font-medium">
          {label}
        </label>
        <input
          id={id}
          className="min-h-12 min-w-24 flex-1 bg-transparent text-15 text-ink outline-none pointer-coarse:text-17"
          {...rest}
        />
      </div>
      {children}
    </div>
  );
}

interface SuggestionsProps {
  label: string;
  options: Option[];
  onPick: (word: string) => void;
}

function Suggestions({ label, options, onPick }: SuggestionsProps) {
  if (!options.length) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5 py-2">
      {options.map(({ word, person }) => (
        <button
          key={word}
          type="button"
          onClick={() => onPick(word)}
          className="min-h-9 max-w-full animate-fade rounded-full bg-accent-wash px-3 text-15 font-medium text-accent-text"
        >
          {person?.displayName ? <PersonName person={person} /> : word}
        </button>
      ))}
    </div>
  );
}

interface HashtagSuggestionsProps {
  value: string;
  onPick: (value: string) => void;
}

/** Suggests tags that start with the word being typed, from the posts in the cache, most used first. */
function HashtagSuggestions({ value, onPick }: HashtagSuggestionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const typed = lastWord(value);
  if (!typed) return null;
  const tags = knownTags(client, typed).map((word) => ({ word }));
  return <Suggestions label={t('composer.hashtags')} options={tags} onPick={(word) => onPick(complete(value, word))} />;
}

interface PeopleSuggestionsProps {
  value: string;
  onPick: (value: string) => void;
}

/** Suggests members, a word of whose names starts with the word being typed. */
function PeopleSuggestions({ value, onPick }: PeopleSuggestionsProps) {
  const { t } = useTranslation();
  const people = useMatchingMembers(lastWord(value)).map((person) => ({ word: `@${person.userName}`, person }));
  return <Suggestions label={t('composer.people')} options={people} onPick={(word) => onPick(complete(value, word))} />;
}

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** The fields of a post besides its text: people, location and tags. */
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
      {(!draft.event || draft.location) && (
        <LineField
          label={t('composer.location')}
          icon={MapPin}
          autoComplete="off"
          maxLength={maxLengths.location}
          value={draft.location}
          onChange={(event) => set({ location: event.target.value })}
        />
      )}
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
