import { longest } from '@kith/contracts/lengths';

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { type Option, useCompletion } from './useCompletion.ts';

interface CompletionsProps {
  completion: ReturnType<typeof useCompletion>;
  /** The text before the word; its height decides below which line the list is shown. */
  before: string;
}

/** The list below the word being typed; a tap chooses without taking the focus from the text. */
function Completions({ completion, before }: CompletionsProps) {
  const { t } = useTranslation();
  const { options, active, accept, id, optionId } = completion;
  const marker = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text before the word decides where its line is.
  useLayoutEffect(() => {
    const { offsetTop = 0, offsetHeight = 0, offsetParent } = marker.current ?? {};
    const scrolled = offsetParent?.querySelector('textarea')?.scrollTop ?? 0;
    setTop(offsetTop + offsetHeight + 6 - scrolled);
  }, [before]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have moved, or grown below the edge.
  useLayoutEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, [top, options.length]);
  return (
    <>
      <p aria-hidden className="invisible absolute inset-x-0 top-0 -z-1 pt-2 text-17 break-words whitespace-pre-wrap">
        {before}
        <span ref={marker}>@</span>
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('composer.suggestions')}
        style={{ top }}
        className="absolute left-0 z-10 w-full max-w-80 animate-fade rounded-card border border-line bg-surface p-1.5 shadow-float"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area that owns the list.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text area, which names the active one.
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
            <Face option={option} />
            <span className="min-w-0 truncate">{option.word}</span>
          </div>
        ))}
      </div>
    </>
  );
}

const Face = ({ option }: { option: Option }) =>
  option.picture === undefined ? null : <Avatar src={option.picture} size={32} />;

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The text of a post, focused when it appears. Names and tags complete as they are typed. */
export function PostText({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const id = useId();
  const field = useRef<HTMLTextAreaElement | null>(null);
  // Whoever goes on with a draft begins at its end.
  useEffect(() => field.current?.setSelectionRange(longest.caption, longest.caption), []);
  const completion = useCompletion(field, value, onChange);
  const { options, word, fieldProps } = completion;
  return (
    <div className="flex gap-3">
      <Avatar src={viewer.profilePicture} size={40} />
      <div className="relative min-w-0 flex-1">
        <TextArea
          aria-label={t('composer.text')}
          placeholder={t('composer.text')}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          ref={field}
          autoFocus
          value={value}
          maxLength={longest.caption}
          onChange={(event) => onChange(event.target.value)}
          {...fieldProps}
          className="max-h-72 min-h-16 w-full bg-transparent pt-2 text-17 outline-none"
        />
        {word && options.length > 0 && <Completions completion={completion} before={value.slice(0, word.start)} />}
        <p role="status" className="sr-only">
          {options.length > 0 && t('composer.found', { count: options.length })}
        </p>
        <p id={id} role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
      </div>
    </div>
  );
}
