import Check from 'lucide-react/icons/check';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat, timeOfDay } from '../../i18n/dates.ts';
import type { Poll } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useVote } from './useVote.ts';

const VotersDialog = lazy(() => import('./VotersDialog.tsx'));

const dayMs = 86_400_000;

/** Returns when a poll closes: the time today, the weekday and time within the next days, otherwise the date. */
function closingTime(iso: string): string {
  const time = new Date(iso);
  if (time.toDateString() === new Date().toDateString()) return timeOfDay(iso);
  const soon = time.getTime() - Date.now() < 6 * dayMs;
  const format = soon
    ? ({ weekday: 'long', hour: 'numeric', minute: '2-digit' } as const)
    : ({ day: 'numeric', month: 'short' } as const);
  return dateFormat(format).format(time);
}

/** Moves the focus among the options. Unlike radio buttons, an option is chosen only when it is pressed, because a choice is a vote. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio], [role=checkbox]')];
  const at = rows.indexOf(event.target as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  rows.at((at + step) % rows.length)?.focus();
}

interface OptionProps {
  option: Poll['options'][number];
  /** The share of the voters who chose the option, in percent; null while the viewer does not see the numbers. */
  percent: number | null;
  multiple: boolean;
  /** Called when the option is pressed. Undefined if nobody can vote. */
  onPress: (() => void) | undefined;
  tabIndex: number;
}

/** An option of a poll, with a bar behind it once the viewer sees the numbers. */
function Option({ option, percent, multiple, onPress, tabIndex }: OptionProps) {
  const { t } = useTranslation();
  const { text, votes, mine } = option;
  const content = (
    <>
      {percent !== null && (
        <span
          aria-hidden
          className={cx(
            'absolute inset-y-0 left-0 transition-[width] duration-300',
            mine ? 'bg-accent-wash' : 'bg-sunken',
          )}
          style={{ width: `${percent}%` }}
        />
      )}
      <span
        aria-hidden
        className={cx(
          'relative grid size-5 shrink-0 place-items-center border',
          multiple ? 'rounded-[5px]' : 'rounded-full',
          mine ? 'border-accent bg-accent text-accent-ink' : 'border-edge bg-surface',
          !onPress && !mine && 'invisible',
        )}
      >
        {mine && <Check className="size-3.5" />}
      </span>
      <span dir="auto" className="relative min-w-0 flex-1 break-words">
        {text}
      </span>
      <span className="relative min-w-10 text-end font-semibold tabular-nums">
        {percent !== null && (
          <>
            <span aria-hidden>{percent}%</span>
            <span className="sr-only">{t('polls.result', { percent, count: votes ?? 0 })}</span>
          </>
        )}
      </span>
      {!onPress && mine && <span className="sr-only">{t('polls.yours')}</span>}
    </>
  );
  const shape =
    'relative flex min-h-11 w-full items-center gap-2.5 overflow-hidden rounded-card border px-3 py-2 text-start text-15';
  if (!onPress)
    return (
      <div role="listitem" className={cx(shape, 'border-line')}>
        {content}
      </div>
    );
  return (
    <button
      type="button"
      // Not an input, which would vote as soon as the arrow keys reach it.
      {...{ role: multiple ? 'checkbox' : 'radio', 'aria-checked': mine }}
      tabIndex={tabIndex}
      onClick={onPress}
      className={cx(shape, 'transition-colors', mine ? 'border-accent-text' : 'border-edge hover:border-accent-text')}
    >
      {content}
    </button>
  );
}

interface Props {
  poll: Poll;
  /** The user id of the poll's author. */
  by: number;
  /** In a message: whether Tab reaches the controls. */
  tabIndex?: number;
  className?: string;
}

const textButton = 'min-h-11 text-13 font-semibold text-accent-text underline-offset-4 hover:underline';

/** The options of a poll: to vote for, and with the numbers once the viewer has voted or the poll is closed. */
export default function PollCard({ poll, by, tabIndex = 0, className }: Props) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { shown, press, takeBack, close } = useVote(poll);
  const [open, setOpen] = useState<'voters' | 'close'>();
  const { multiple, named, closed, closesAt, voters, options } = shown;
  const isOpen = !closed && poll.id !== 0;
  const voted = options.some(({ mine }) => mine);
  const seesVoters = named && voters > 0 && (voted || closed || by === userId);
  const percentOf = (votes: number | null) => (votes === null ? null : Math.round((100 * votes) / Math.max(1, voters)));
  const count = t('polls.votes', { count: voters });
  const state = closed ? t('polls.closed') : closesAt && t('polls.until', { when: closingTime(closesAt) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers keep the presses of its controls from what is around it.
    <div
      data-own
      className={cx('flex flex-col text-ink', className)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={moveFocus}
    >
      <div
        {...{ role: isOpen ? (multiple ? 'group' : 'radiogroup') : 'list', 'aria-label': t('polls.title') }}
        className="flex flex-col gap-1.5"
      >
        {options.map((option) => (
          <Option
            key={option.id}
            option={option}
            percent={percentOf(option.votes)}
            multiple={multiple}
            onPress={isOpen ? () => press(option.id) : undefined}
            tabIndex={tabIndex}
          />
        ))}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 text-13 text-soft">
        <p className="min-w-0 flex-1">
          {seesVoters ? (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-haspopup="dialog"
              aria-label={t('polls.who', { count: voters })}
              onClick={() => setOpen('voters')}
              className={textButton}
            >
              {count}
            </button>
          ) : (
            count
          )}
          {named && ` · ${t('polls.namesShown')}`}
          {state && ` · ${state}`}
        </p>
        {isOpen && voted && (
          <button type="button" tabIndex={tabIndex} onClick={takeBack} className={textButton}>
            {t('polls.takeBack')}
          </button>
        )}
        {isOpen && by === userId && (
          <button type="button" tabIndex={tabIndex} onClick={() => setOpen('close')} className={textButton}>
            {t('polls.close')}
          </button>
        )}
      </div>
      {open === 'close' && (
        <ConfirmDialog
          title={t('polls.close')}
          question={t('polls.closeQuestion')}
          yes={t('polls.close')}
          onClose={() => setOpen(undefined)}
          onYes={() => {
            setOpen(undefined);
            void close();
          }}
        />
      )}
      {open === 'voters' && (
        <Suspense fallback={null}>
          <VotersDialog poll={shown} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
