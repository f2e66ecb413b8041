/** A day of the calendar; the month is counted from 1. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** What the clocks of a time zone show at an instant, as if it were UTC, in milliseconds. */
function localTime(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...({
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The calendar day in a time zone at an instant. `timeZone` is an IANA name. */
export function calendarDay(timeZone: string, at: Date): CalendarDay {
  const local = new Date(localTime(timeZone, at.getTime()));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** The first instant of a day in a time zone. A day that the calendar does not have, such as 29 February 2027, is the next one. */
export function startOfDay(timeZone: string, { year, month, day }: CalendarDay): Date {
  const midnight = Date.UTC(year, month - 1, day);
  // The offset is that of the instant itself, which the first estimate may miss by a change of the clocks.
  const estimate = midnight - (localTime(timeZone, midnight) - midnight);
  return new Date(midnight - (localTime(timeZone, estimate) - estimate));
}
