import { foldName } from '@kith/contracts/searchWords';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../../lib/composing.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member, UserListItem } from '../../lib/types.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { knownTags, replaceWord, type TypedWord, wordAtCaret } from './words.ts';

const maxFound = 5;

function beginningWith<T extends Member>(typed: string, people: readonly T[]): T[] {
  const prefix = foldName(typed);
  const begins = ({ userName, displayName }: Member) =>
    userName.toLowerCase().startsWith(prefix) || ` ${foldName(displayName ?? '')}`.includes(` ${prefix}`);
  return people.filter((person) => begins(person) && person.userName.toLowerCase() !== prefix).slice(0, maxFound);
}

/**
 * Finds at most five members, the words of whose names start with the typed text, ignoring case and accents, unless the text is the
 * whole user name. Searches when typing pauses, never for an empty text.
 */
export function useMatchingMembers(typed: string): UserListItem[] {
  const query = useDebounced(typed, 200);
  const found = trpc.search.people.useQuery({ query, limit: 20, namesOnly: true }, { enabled: query.length > 0 });
  return foldName(typed) ? beginningWith(typed, found.data?.items ?? []) : [];
}

export interface Option {
  word: string;
  /** Set if the option is a member and not a tag. */
  person?: Member;
}

/**
 * Completes the @name or #tag at the caret of a text field. If `among` is given, completes only the names of these members, from the
 * sign @ on. Returns the options, and the field's event handlers and attributes.
 */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
  among?: readonly Member[],
) {
  const id = useId();
  const client = useQueryClient();
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState({ typed: '', index: 0 });
  const next = useRef<number | null>(null);

  const word = caret === null ? null : wordAtCaret(value, caret, among !== undefined);
  const searched = useMatchingMembers(word?.sign === '@' && !among ? word.typed : '');
  const options = word && word.start !== dismissed ? optionsOf(word) : [];
  const open = options.length > 0;
  // The chosen index counts only for the text for which it was chosen, so typing another letter selects the first option.
  const active = open && chosen.typed === word?.typed ? Math.min(chosen.index, options.length - 1) : 0;

  function optionsOf({ sign, typed }: TypedWord): Option[] {
    if (sign === '#') return among ? [] : knownTags(client, typed).map((tag) => ({ word: tag }));
    const people = among ? beginningWith(typed, among) : searched;
    return people.map((person) => ({ word: `@${person.userName}`, person }));
  }

  useLayoutEffect(() => {
    if (next.current !== null && value) field.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [field, value]);

  const accept = (option: Option | undefined) => {
    if (!word || !option) return;
    const replaced = replaceWord(value, word, option.word);
    next.current = replaced.caret;
    setCaret(replaced.caret);
    onChange(replaced.text);
  };

  const followCaret = () => {
    const { selectionStart, selectionEnd } = field.current as HTMLTextAreaElement;
    setCaret(selectionStart === selectionEnd ? selectionStart : null);
    if (!wordAtCaret(value, selectionStart, among !== undefined)) setDismissed(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || !word || isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen({ typed: word.typed, index: (active + step + options.length) % options.length });
    else if (event.key === 'Escape') setDismissed(word.start);
    else if (event.key === 'Tab' ? !event.shiftKey : event.key === 'Enter') accept(options[active]);
    else return;
    event.preventDefault();
  };

  return {
    options,
    active,
    word,
    accept,
    id,
    optionId: (index: number) => `${id}-${index}`,
    fieldProps: {
      onKeyDown,
      onSelect: followCaret,
      // A letter of an input method moves the caret without a key.
      onInput: followCaret,
      onBlur: () => setCaret(null),
      // The field has the role of a combobox only while a list is shown, because screen readers then announce the list.
      ...(open && {
        role: 'combobox',
        'aria-expanded': true,
        'aria-autocomplete': 'list' as const,
        'aria-controls': id,
        'aria-activedescendant': `${id}-${active}`,
      }),
    },
  };
}
