import { maxLengths, maxPollOptions } from '@kith/contracts/lengths';
import ChartBar from 'lucide-react/icons/chart-bar';
import Lock from 'lucide-react/icons/lock';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../lib/composing.ts';
import type { PollDraft } from '../../lib/outbox/payloads.ts';
import { cx } from '../../ui/cx.ts';
import { EndChoice } from '../../ui/EndChoice.tsx';
import { edgeOf, inputStyle } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SmallSwitch, smallButton } from '../../ui/SmallSwitch.tsx';

interface Props {
  poll: PollDraft;
  /** What is wrong with the poll, once the member has tried to send it. */
  error?: string | undefined;
  onChange: (poll: PollDraft) => void;
  /** Takes the poll out of a post; absent where there is only a poll. */
  onRemove?: () => void;
}

/** The fields of a new poll: two to six options, and how one votes. */
export function PollFields({ poll, error, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const fields = useRef<HTMLFieldSetElement>(null);
  const { options } = poll;
  const set = (part: Partial<PollDraft>) => onChange({ ...poll, ...part });
  const focus = (index: number) =>
    requestAnimationFrame(() => fields.current?.querySelectorAll<HTMLInputElement>('input[type=text]')[index]?.focus());
  const add = () => {
    if (options.length === maxPollOptions) return;
    set({ options: [...options, ''] });
    focus(options.length);
  };
  const remove = (index: number) => {
    set({ options: options.filter((_, at) => at !== index) });
    focus(Math.max(0, index - 1));
  };
  return (
    <fieldset
      ref={fields}
      className={cx('flex min-w-0 flex-col gap-2', onRemove && 'animate-fade rounded-card border border-line p-4')}
    >
      <legend className={onRemove ? 'sr-only' : 'mb-1.5 text-15 font-medium'}>{t('polls.options')}</legend>
      {onRemove && (
        <div className="-my-2 flex items-center gap-2">
          <ChartBar aria-hidden className="size-5 shrink-0 text-accent-text" />
          <span aria-hidden className="flex-1 font-semibold">
            {t('polls.title')}
          </span>
          <IconButton label={t('polls.remove')} className="-mr-2.5 text-soft" onClick={onRemove}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
      {options.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is only its place and its text.
        <div key={index} className="relative flex items-center gap-1">
          <input
            type="text"
            dir="auto"
            aria-label={t('polls.option', { number: index + 1 })}
            aria-invalid={error ? true : undefined}
            placeholder={t('polls.option', { number: index + 1 })}
            autoComplete="off"
            maxLength={maxLengths.pollOption}
            value={text}
            onChange={({ target }) => set({ options: options.map((each, at) => (at === index ? target.value : each)) })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              if (index < options.length - 1) focus(index + 1);
              else if (text.trim()) add();
            }}
            className={cx(inputStyle, 'min-h-11 text-15 pointer-coarse:text-17', edgeOf(error))}
          />
          {options.length > 2 && (
            <IconButton
              label={t('polls.removeOption', { number: index + 1 })}
              className="text-soft"
              onClick={() => remove(index)}
            >
              <X aria-hidden className="size-5" />
            </IconButton>
          )}
        </div>
      ))}
      <p role="alert" className="text-13 text-danger empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap gap-1.5 rail:gap-2">
        {options.length < maxPollOptions && (
          <button type="button" onClick={add} className={smallButton}>
            <Plus aria-hidden className="size-4.5" />
            {t('polls.addOption')}
          </button>
        )}
        <SmallSwitch on={poll.multiple} onChange={(multiple) => set({ multiple })}>
          {t('polls.multiple')}
        </SmallSwitch>
        <SmallSwitch on={poll.named} onChange={(named) => set({ named })}>
          {t('polls.named')}
        </SmallSwitch>
        <EndChoice
          icon={Lock}
          label={t('polls.closes')}
          never={t('polls.never')}
          neverShort={t('polls.stays')}
          dateLabel={t('polls.closingDate')}
          value={poll.closes}
          onChange={(closes) => set({ closes })}
        />
      </div>
    </fieldset>
  );
}
