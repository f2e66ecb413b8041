/** When an event takes place; times are ISO 8601. */
export interface EventTimes {
  startsAt: string;
  endsAt?: string | null | undefined;
  /** The IANA name of the event's time zone. */
  timeZone: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** How long an event without an end counts as running, in milliseconds; as the SQL function `event_end`. */
const usualLength = 3 * hour;

/**
 * How far ahead an event may begin, how long it may last, and how long ago a new one may begin, because its form stayed open; in
 * milliseconds.
 */
export const eventLimits = { ahead: 5 * 366 * day, length: 100 * day, late: hour };

const formats = new Map<string, Intl.DateTimeFormat>();

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...fields, second: '2-digit', hourCycle: 'h23', timeZone });
  } catch {
    return null;
  }
}

/**
 * A formatter of a zone's clock. A zone that this runtime does not know counts as UTC. Kept once for each zone, in whatever case its
 * name is written, so that made-up spellings do not fill the memory.
 */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  const known = formats.get(name);
  if (known) return known;
  const made = makeFormat(name);
  if (made) formats.set(name, made);
  return made ?? formatIn('UTC');
}

/** The zone, if this runtime knows it, otherwise UTC. */
export const knownZone = (timeZone: string): string => formatIn(timeZone).resolvedOptions().timeZone;

/** What a zone's clock shows at an instant: the date as `2027-01-31`, and the time as `19:30`. */
export function wallTime(iso: string, timeZone: string): { date: string; time: string; seconds: string } {
  const parts = formatIn(timeZone).formatToParts(new Date(iso));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const date = `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
  return { date, time: `${of('hour')}:${of('minute')}`, seconds: of('second') };
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { date, time, seconds } = wallTime(new Date(at).toISOString(), timeZone);
  return Date.parse(`${date}T${time}:${seconds}Z`) - Math.floor(at / 1_000) * 1_000;
}

/**
 * The instant at which a zone's clock shows a date and a time; null if these are not a date and a time. Of a time that comes twice,
 * the first; a time that is skipped in spring counts from before the change, so that 02:30 becomes 03:30.
 */
export function instantOf(date: string, time: string, timeZone: string): string | null {
  const shown = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(shown) || Math.abs(shown) > 8e15) return null;
  const [before, after] = [offsetAt(shown - day, timeZone), offsetAt(shown + day, timeZone)];
  const fits = (offset: number) => offsetAt(shown - offset, timeZone) === offset;
  const offset = !fits(before) && fits(after) ? after : before;
  return new Date(shown - offset).toISOString();
}

/** Whether an event takes whole days: it begins and ends with a day of its time zone. */
export const isAllDay = ({ startsAt, endsAt, timeZone }: EventTimes): boolean =>
  endsAt != null &&
  [startsAt, endsAt].every((at) => {
    const begin = instantOf(wallTime(at, timeZone).date, '00:00', timeZone);
    return begin !== null && Date.parse(begin) === Date.parse(at);
  });

/** When an event is over, in milliseconds since 1970. */
export const endOf = ({ startsAt, endsAt }: Omit<EventTimes, 'timeZone'>): number =>
  endsAt == null ? Date.parse(startsAt) + usualLength : Date.parse(endsAt);

/** The date of the last day of an event of whole days, which ends when that day does. */
export const lastDay = ({ startsAt, endsAt, timeZone }: EventTimes): string =>
  wallTime(new Date(Date.parse(endsAt ?? startsAt) - 1).toISOString(), timeZone).date;
