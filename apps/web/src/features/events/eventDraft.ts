import { eventLimits, instantOf, isAllDay, lastDay, wallTime } from '@kith/contracts/eventTimes';
import type { EventDraft } from '../../lib/outbox/payloads.ts';
import type { EventView } from '../../lib/types.ts';
import { localZone } from './eventClock.ts';

const day = 86_400_000;

/** Returns the date this many days after a date such as `2027-01-31`. */
const daysAfter = (date: string, days: number): string => {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + days * day).toISOString().slice(0, 10);
};

/** A new event: tomorrow evening, at the place that the post already has. */
export function newEvent(place: string): EventDraft {
  const timeZone = localZone();
  const { date } = wallTime(new Date().toISOString(), timeZone);
  return { date: daysAfter(date, 1), time: '19:00', allDay: false, place, timeZone };
}

/** The end that is suggested: two hours after the beginning, or on the same day for whole days. */
export function suggestedEnd({ date, time, timeZone }: EventDraft): { date: string; time: string } {
  const start = instantOf(date, time, timeZone);
  if (start === null) return { date, time: '' };
  return wallTime(new Date(Date.parse(start) + 7_200_000).toISOString(), timeZone);
}

/** The draft with which an existing event is edited, in its own time zone. */
export function draftOfEvent(event: EventView): EventDraft {
  const { startsAt, endsAt, timeZone, place, cancelledAt } = event;
  const { date, time } = wallTime(startsAt, timeZone);
  const allDay = isAllDay(event);
  const last = allDay ? { date: lastDay(event), time: '' } : endsAt && wallTime(endsAt, timeZone);
  return {
    ...{ date, timeZone, allDay, place: place ?? '', cancelled: cancelledAt !== null },
    time: allDay ? '19:00' : time,
    ...(last && !(allDay && last.date === date) && { end: { date: last.date, time: last.time } }),
  };
}

/** Returns what is sent to the server; null if a date or a time is missing. */
export function eventInputOf({ date, time, end, allDay, place, timeZone }: EventDraft) {
  const startsAt = instantOf(date, allDay ? '00:00' : time, timeZone);
  const last = end && instantOf(end.date, end.time, timeZone);
  const endsAt = allDay ? instantOf(daysAfter(end?.date ?? date, 1), '00:00', timeZone) : (last ?? null);
  if (startsAt === null || ((allDay || end) && endsAt === null)) return null;
  return { startsAt, endsAt, timeZone, place: place.trim() || null };
}

/** What is wrong with the times of a draft. `before` is the event as it was, which may keep a beginning that is past. */
export function problemOf(
  draft: EventDraft,
  before?: EventView | null,
): 'missing' | 'past' | 'far' | 'end' | 'long' | null {
  const input = eventInputOf(draft);
  if (!input) return 'missing';
  const start = Date.parse(input.startsAt);
  const ahead = start - Date.now();
  const kept = before != null && Date.parse(before.startsAt) === start;
  if (!kept && ahead < -eventLimits.late - (draft.allDay ? day : 0)) return 'past';
  if (!kept && ahead > eventLimits.ahead) return 'far';
  const length = input.endsAt === null ? 1 : Date.parse(input.endsAt) - start;
  if (length <= 0) return 'end';
  return length > eventLimits.length ? 'long' : null;
}

/** Returns the event as its card shows it until the post is sent. */
export function unsentEvent(draft: EventDraft): EventView | null {
  const input = eventInputOf(draft);
  return input && { ...input, cancelledAt: null, answers: { yes: 0, maybe: 0, no: 0 }, mine: null };
}
