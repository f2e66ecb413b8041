import { maxLengths } from '@kith/contracts/lengths';
import CalendarDays from 'lucide-react/icons/calendar-days';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import type { EventDraft } from '../../lib/outbox/payloads.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { localZone } from './eventClock.ts';
import { type problemOf, suggestedEnd } from './eventDraft.ts';

interface Props {
  event: EventDraft;
  onChange: (event: EventDraft) => void;
  /** What is wrong with the times, once the member has tried to publish. */
  problem: ReturnType<typeof problemOf>;
  /** Makes the post an ordinary one; absent when a published event is edited, which can be called off instead. */
  onRemove?: () => void;
}

interface MomentProps {
  label: { date: string; time: string };
  value: { date: string; time: string };
  /** Whether the time is not asked for. */
  allDay: boolean;
  error?: string | undefined;
  onChange: (value: { date: string; time: string }) => void;
}

/** A date and, unless the event takes whole days, a time. */
function Moment({ label, value, allDay, error, onChange }: MomentProps) {
  const { date, time } = value;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-3">
      <TextField
        label={label.date}
        type="date"
        required
        value={date}
        error={error}
        onChange={({ target }) => onChange({ date: target.value, time })}
      />
      {!allDay && (
        <TextField
          label={label.time}
          type="time"
          required
          value={time}
          onChange={({ target }) => onChange({ date, time: target.value })}
        />
      )}
    </div>
  );
}

/** When and where an event takes place. */
export default function EventFields({ event, onChange, problem, onRemove }: Props) {
  const { t } = useTranslation();
  const { date, time, end, allDay, place, timeZone, cancelled } = event;
  const set = (part: Partial<EventDraft>) => onChange({ ...event, ...part });
  const error = problem ? t(`events.problem.${problem}`) : undefined;
  const ofEnd = problem === 'end' || problem === 'long';
  return (
    <fieldset className="flex min-w-0 animate-fade flex-col gap-3 rounded-card border border-line p-4">
      <legend className="sr-only">{t('events.title')}</legend>
      <div className="-my-2 flex items-center gap-2">
        <CalendarDays aria-hidden className="size-5 shrink-0 text-accent-text" />
        <span aria-hidden className="flex-1 font-semibold">
          {t('events.title')}
        </span>
        {onRemove && (
          <IconButton label={t('events.remove')} className="-mr-2.5 text-soft" onClick={onRemove}>
            <X aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <Moment
        label={{ date: t('events.date'), time: t('events.time') }}
        value={{ date, time }}
        allDay={allDay}
        error={ofEnd ? undefined : error}
        onChange={(start) => set(start)}
      />
      {end ? (
        <>
          <Moment
            label={{ date: t(allDay ? 'events.lastDay' : 'events.endDate'), time: t('events.endTime') }}
            value={end}
            allDay={allDay}
            error={ofEnd ? error : undefined}
            onChange={(next) => set({ end: next })}
          />
          <Button variant="ghost" small className="-mx-4 self-start" onClick={() => set({ end: undefined })}>
            {t('events.withoutEnd')}
          </Button>
        </>
      ) : (
        <Button variant="ghost" small className="self-start -mx-4" onClick={() => set({ end: suggestedEnd(event) })}>
          {t(allDay ? 'events.addLastDay' : 'events.addEnd')}
        </Button>
      )}
      <div className="-mx-2 flex flex-col">
        <SwitchRow
          label={t('events.allDay')}
          checked={allDay}
          onChange={(checked) => set({ allDay: checked, ...(end && !checked && { end: suggestedEnd(event) }) })}
        />
        {cancelled !== undefined && (
          <SwitchRow
            label={t('events.cancel')}
            note={t('events.cancelNote')}
            checked={cancelled}
            onChange={(checked) => set({ cancelled: checked })}
          />
        )}
      </div>
      <TextField
        label={t('events.place')}
        value={place}
        maxLength={maxLengths.location}
        autoComplete="off"
        hint={timeZone === localZone() ? undefined : t('events.inZone', { zone: timeZone.replaceAll('_', ' ') })}
        onChange={({ target }) => set({ place: target.value })}
      />
    </fieldset>
  );
}
