import { instantOf, wallTime } from '@kith/contracts/eventTimes';

/** A day of the calendar; the month is counted from 1. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** The calendar day in a time zone at an instant. `timeZone` is an IANA name. */
export function calendarDay(timeZone: string, at: Date): CalendarDay {
  const [year = 0, month = 0, day = 0] = wallTime(at.toISOString(), timeZone).date.split('-').map(Number);
  return { year, month, day };
}

/** The first instant of a day in a time zone. A day that the calendar does not have, such as 29 February 2027, is the next one. */
export function startOfDay(timeZone: string, { year, month, day }: CalendarDay): Date {
  const midnight = new Date(Date.UTC(year, month - 1, day));
  return new Date(instantOf(midnight.toISOString().slice(0, 10), '00:00', timeZone) ?? midnight);
}
