import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { PersonName } from '../../ui/PersonName.tsx';
import type { useCompletion } from './useCompletion.ts';

interface CompletionsProps {
  completion: ReturnType<typeof useCompletion>;
  /**
   * The text before the word that is being completed. It is rendered invisibly to find the position of the list, which is below
   * that word. Null for a list beside the whole field: below it or, of a field that is pinned to the end of the screen, above it.
   */
  before: string | null;
  /** Whether the list is above the field at every width. */
  above?: boolean;
}

/** The list of completions beside the word being typed. Tapping an option does not move the focus away from the text field. */
export function Completions({ completion, before, above = false }: CompletionsProps) {
  const { t } = useTranslation();
  const { options, active, accept, id, optionId } = completion;
  const marker = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text before the word decides on which line the word is.
  useLayoutEffect(() => {
    if (!marker.current) return;
    const { offsetTop, offsetHeight, offsetParent } = marker.current;
    const scrolled = offsetParent?.querySelector('textarea')?.scrollTop ?? 0;
    setTop(offsetTop + offsetHeight + 6 - scrolled);
  }, [before]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may have moved, or grown below the visible area.
  useLayoutEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, [top, options.length]);
  return (
    <>
      {before !== null && (
        <p aria-hidden className="invisible absolute inset-x-0 top-0 -z-1 pt-2 text-17 break-words whitespace-pre-wrap">
          {before}
          <span ref={marker}>@</span>
        </p>
      )}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('composer.suggestions')}
        style={before === null ? {} : { top }}
        className={cx(
          'absolute left-0 z-10 w-full max-w-80 animate-fade rounded-card border border-line bg-surface p-1.5 shadow-float',
          before === null &&
            (above
              ? 'bottom-full mb-1'
              : 'top-full mt-1 max-rail:in-data-pinned:top-auto max-rail:in-data-pinned:bottom-full'),
        )}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text area that owns the list handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text area, which names the active option.
          <div
            key={option.word}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => accept(option)}
            className={cx(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-2.5 text-15 font-medium hover:bg-sunken',
              index === active && 'bg-accent-wash text-accent-text',
            )}
          >
            {option.person && <Avatar src={option.person.profilePicture} size={32} />}
            <span className="min-w-0 truncate">
              {option.person?.displayName ? <PersonName person={option.person} /> : option.word}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

/** Announces the number of completions to screen readers. */
export function CompletionsFound({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="sr-only">
      {count > 0 && t('composer.found', { count })}
    </p>
  );
}
