import { type EventTimes, endOf, isAllDay, knownZone, wallTime } from '@kith/contracts/eventTimes';
import type { TFunction } from 'i18next';
import { dateFormat, timeOfDay } from '../../i18n/dates.ts';
import { currentLanguage } from '../../i18n/index.ts';
import type { EventView } from '../../lib/types.ts';
import { localZone } from './eventClock.ts';

/** An event as cards show it, also one in a chat. */
export type ShownEvent = Omit<EventView, 'mine'>;

/** Returns the zone by whose clock an event is shown: the reader's own, or that of an event of whole days. */
const shownZone = (event: EventTimes): string => (isAllDay(event) ? knownZone(event.timeZone) : localZone());

/** Returns the short month and the day on which an event begins, for the leaf of a calendar. */
export function leafOf(event: ShownEvent): { month: string; day: string } {
  const timeZone = shownZone(event);
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat({ ...options, timeZone }).format(new Date(event.startsAt));
  return { month: part({ month: 'short' }).replace(/\.$/, ''), day: part({ day: 'numeric' }) };
}

/** The year as a part of a date, unless it is this one. */
const yearOf = (date: Date) => (date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const));

/**
 * Returns the day or days of an event, with their weekdays, and with the year unless it is this one. `length` is that of the names
 * of a single day.
 */
export function daysOf(event: ShownEvent, length: 'long' | 'short' = 'long'): string {
  const timeZone = shownZone(event);
  const start = new Date(event.startsAt);
  // Whole days end when the last of them does.
  const end = new Date(event.endsAt === null ? event.startsAt : Date.parse(event.endsAt) - Number(isAllDay(event)));
  const date = (at: Date) => wallTime(at.toISOString(), timeZone).date;
  // An event that ends in the small hours is one of the evening before.
  const isOneDay = date(start) === date(end) || (!isAllDay(event) && end.getTime() - start.getTime() < 43_200_000);
  if (isOneDay)
    return dateFormat({ weekday: length, day: 'numeric', month: length, timeZone, ...yearOf(start) }).format(start);
  return dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone, ...yearOf(start) }).formatRange(
    start,
    end,
  );
}

/** Returns the time of an event by the reader's clock. */
export function timesOf(t: TFunction, event: ShownEvent): string {
  if (isAllDay(event)) return t('events.allDay');
  const { startsAt, endsAt } = event;
  return endsAt === null ? timeOfDay(startsAt) : `${timeOfDay(startsAt)} – ${timeOfDay(endsAt)}`;
}

/** Returns when an event begins by its own clock, with the name of its zone. */
export function timeThere({ startsAt, timeZone: zone }: ShownEvent): string {
  const [here, there] = [localZone(), zone].map((each) => wallTime(startsAt, each));
  const weekday = here?.date === there?.date ? {} : ({ weekday: 'short' } as const);
  const timeZone = knownZone(zone);
  const format = dateFormat({ ...weekday, hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'longGeneric' });
  return format.format(new Date(startsAt));
}

/** Returns when an event begins, in short: its day, with the year unless it is this one, and its time unless it takes whole days. */
export function startOf(event: EventTimes): string {
  const start = new Date(event.startsAt);
  const time = isAllDay(event) ? {} : ({ hour: 'numeric', minute: '2-digit' } as const);
  const day = { weekday: 'short', day: 'numeric', month: 'short', timeZone: shownZone(event) } as const;
  return dateFormat({ ...day, ...yearOf(start), ...time }).format(start);
}

/** Returns the number of days from the reader's day until the one on which an event begins. */
function daysUntil(event: EventTimes): number {
  const dayOf = (iso: string, zone: string) => Date.parse(wallTime(iso, zone).date);
  return (dayOf(event.startsAt, shownZone(event)) - dayOf(new Date().toISOString(), localZone())) / 86_400_000;
}

/**
 * Whether the words of a reminder are true now: that an event is tomorrow, or begins in an hour. A reminder may be sent late, and is read
 * at any time.
 */
export function reminds(kind: 'eventTomorrow' | 'eventSoon', event: EventTimes): boolean {
  if (kind === 'eventSoon') return Math.abs(Date.parse(event.startsAt) - Date.now() - 3_600_000) <= 1_800_000;
  return daysUntil(event) === 1;
}

export const isOver = (event: ShownEvent): boolean => endOf(event) <= Date.now();

/** Returns how far away an event is: "Now", "Today", "Tomorrow" or "In 9 days". Whole days are dates, wherever the reader is. */
export function distanceOf(t: TFunction, event: ShownEvent): string {
  const days = daysUntil(event);
  if (isAllDay(event) ? days <= 0 : Date.parse(event.startsAt) <= Date.now()) return t('events.now');
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(days, 'day');
  return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
}
