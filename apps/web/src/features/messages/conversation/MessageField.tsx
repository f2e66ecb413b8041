import { maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import Smile from 'lucide-react/icons/smile';
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../../lib/composing.ts';
import { pastedFiles } from '../../../lib/pastedFiles.ts';
import type { Member } from '../../../lib/types.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { Completions, CompletionsFound } from '../../completion/Completions.tsx';
import { useCompletion } from '../../completion/useCompletion.ts';

const EmojiDialog = lazy(() => import('./EmojiDialog.tsx'));

/** Returns a function that replaces the selected text of a field, or inserts a text at the caret, and puts the caret after it. */
function useInsert(field: RefObject<HTMLTextAreaElement | null>, text: string, onText: (text: string) => void) {
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser moves the caret to the end when the text changes.
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [field, text]);
  return (inserted: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    const next = text.slice(0, selectionStart) + inserted + text.slice(selectionEnd);
    if (next.length > maxLengths.message) return;
    caret.current = selectionStart + inserted.length;
    onText(next);
  };
}

interface EmojiButtonProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onChoose: (emoji: string) => void;
}

/** Opens the emoji picker. Only shown with a mouse or a trackpad, because the keyboards of touch screens have emoji. */
function EmojiButton({ field, onChoose }: EmojiButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const hasPointer = useMedia('(hover: hover) and (pointer: fine)');
  if (!hasPointer) return null;
  return (
    <>
      <IconButton
        label={t('messages.chooseEmoji')}
        aria-haspopup="dialog"
        className="text-soft"
        onClick={() => setOpen(true)}
      >
        <Smile aria-hidden className="size-5.5" />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <EmojiDialog
            focusAfter={() => field.current}
            onClose={() => setOpen(false)}
            onChoose={(emoji) => {
              onChoose(emoji);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const showLeftFrom = 200;

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  above: ReactNode;
  label: string;
  submitLabel: string;
  icon: ReactNode;
  text: string;
  busy?: boolean;
  /** Whether something other than text, such as a picture, is ready to be sent. */
  hasContent?: boolean;
  /** Takes the place of the submit button while nothing is ready to be sent, and while `keepsInstead`. */
  instead?: ReactNode;
  keepsInstead?: boolean;
  /** Buttons rendered after the field, so that Tab leads from the message list to the field first. */
  after?: ReactNode;
  /** The members whose names are completed after an @. */
  members: readonly Member[];
  onFiles?: (files: FileList) => void;
  onText: (text: string) => void;
  onSubmit: () => void;
  onEscape: () => void;
}

/** A field for a message: Enter submits, Shift+Enter inserts a line break. */
export function MessageField({
  field,
  above,
  label,
  submitLabel,
  icon,
  text,
  busy,
  hasContent,
  instead,
  keepsInstead,
  after,
  ...rest
}: Props) {
  const { t } = useTranslation();
  const { members, onFiles, onText, onSubmit, onEscape } = rest;
  const left = maxLengths.message - text.length;
  const empty = visibleText(text) === '' && !hasContent;
  const ready = !empty && !busy;
  const completion = useCompletion(field, text, onText, members);
  const { onKeyDown: complete, ...fieldProps } = completion.fieldProps;
  const insert = useInsert(field, text, onText);
  return (
    <form
      className="shrink-0 border-t border-line px-3 py-2.5 rail:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {above}
      <div className="group/field relative mx-auto flex max-w-190 items-end gap-2">
        <div className="relative flex min-w-0 grow group-has-data-recorder/field:invisible">
          <TextArea
            ref={field}
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={maxLengths.message}
            enterKeyHint="send"
            onChange={(event) => onText(event.target.value)}
            onPaste={(event) => {
              const files = pastedFiles(event.clipboardData);
              if (!files || !onFiles) return;
              event.preventDefault();
              onFiles(files);
            }}
            {...fieldProps}
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) return;
              // While a list of names is open, its keys are not those of the message.
              complete(event);
              if (event.isDefaultPrevented()) return;
              if (event.key === 'Escape') onEscape();
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              onSubmit();
            }}
            className="max-h-40 min-h-11 w-full rounded-[22px] border border-transparent bg-sunken px-3.5 py-2.5 text-15 outline-none placeholder:truncate hover:border-line focus:border-edge pointer-coarse:text-17"
          />
          {completion.options.length > 0 && <Completions completion={completion} before={null} above />}
          <CompletionsFound count={completion.options.length} />
        </div>
        <div className="flex shrink-0 group-has-data-recorder/field:invisible">
          <EmojiButton field={field} onChoose={insert} />
          {after}
        </div>
        {((empty || keepsInstead) && instead) || (
          <button
            type="submit"
            aria-label={submitLabel}
            title={submitLabel}
            aria-disabled={!ready}
            className={cx(
              'grid size-11 shrink-0 place-items-center rounded-full transition-colors',
              ready ? 'bg-accent text-accent-ink hover:bg-accent-strong' : 'bg-sunken text-soft',
            )}
          >
            {icon}
          </button>
        )}
      </div>
      <p role="status" className="mx-auto max-w-190 px-4 text-13 text-soft not-empty:pt-1">
        {left <= showLeftFrom && t('messages.left', { count: left })}
      </p>
    </form>
  );
}
