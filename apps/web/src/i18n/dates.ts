import { currentLanguage } from './index.ts';

const regions = new Map<string, string>();

/** Returns whether Intl accepts a language tag. Some browsers list tags that it does not accept, such as `en-US@posix`. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

/** Returns the page's language with the reader's region, which decides formats: 14:02 in Britain, 2:02 PM in America. */
export function region(): string {
  const language = currentLanguage();
  const known = regions.get(language);
  if (known) return known;
  const found = navigator.languages.find((each) => each.startsWith(`${language}-`) && isTag(each)) ?? language;
  regions.set(language, found);
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const counts = new Map<string, Intl.NumberFormat>();

/** Returns the same formatter for the same options, because creating a formatter takes a millisecond. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = region();
  const key = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Formats date and time, for example as "21 Nov 2026, 14:02". */
export const postDate = (iso: string): string =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }).format(
    new Date(iso),
  );

/** Formats hour and minute. */
export const timeOfDay = (iso: string): string =>
  dateFormat({ hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** Formats hour and minute and, unless the time is today, the day before them. */
export function commentTime(iso: string): string {
  const time = new Date(iso);
  if (daysAgo(time) === 0) return timeOfDay(iso);
  const day = { day: 'numeric', month: 'short', ...yearUnlessThis(time) } as const;
  return dateFormat({ ...day, hour: 'numeric', minute: '2-digit' }).format(time);
}

/** Formats date and time in full, as the reader's locale does. */
export const messageTime = (iso: string): string => new Date(iso).toLocaleString(region());

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Returns how many calendar days ago a time was, in the reader's time zone. */
const daysAgo = (then: Date): number => Math.round((startOfDay(new Date()) - startOfDay(then)) / 86_400_000);

const yearUnlessThis = (time: Date): Intl.DateTimeFormatOptions =>
  time.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };

/** Formats day and short month, with the year unless it is the current one. */
const shortDate = (time: Date): string =>
  dateFormat({ day: 'numeric', month: 'short', ...yearUnlessThis(time) }).format(time);

/** Formats the day and short month of a time, with the year unless it is the current one. */
export const shortDay = (iso: string): string => shortDate(new Date(iso));

const inWords = (amount: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(amount, unit);

/** Returns "Today", "Yesterday" or, for other days, the weekday and date. */
export function dayLabel(iso: string): string {
  const time = new Date(iso);
  const days = daysAgo(time);
  if (days > 1 || days < 0) {
    return dateFormat({ weekday: 'long', day: 'numeric', month: 'long', ...yearUnlessThis(time) }).format(time);
  }
  const words = inWords(-days, 'day');
  return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
}

/** Formats a time for a row of a list: hour and minute today, the weekday for the last six days, otherwise the date. */
export function rowTime(iso: string): string {
  const time = new Date(iso);
  const days = daysAgo(time);
  if (days <= 0) return timeOfDay(iso);
  return days < 7 ? dateFormat({ weekday: 'short' }).format(time) : shortDate(time);
}

const week = 7 * 86_400_000;
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Returns, for example, "2 hours ago" or "now". With `dated`, returns the date if the time is a week or more ago. */
export function timeAgo(iso: string, { dated = false } = {}): string {
  const time = new Date(iso);
  const passed = Math.max(0, Date.now() - time.getTime());
  if (dated && passed >= week) return shortDate(time);
  const [unit, length] = units.find(([, each]) => passed >= each) ?? ['second', 0];
  return inWords(length && -Math.floor(passed / length), unit);
}

/**
 * Returns a short time for a card: "now", "5 min", "2 h", "yesterday" or a date. The abbreviations "min" and "h" are the same
 * in all three languages of the app.
 */
export function shortTime(iso: string): string {
  const time = new Date(iso);
  const minutes = Math.floor((Date.now() - time.getTime()) / 60_000);
  const days = daysAgo(time);
  if (minutes < 1) return inWords(0, 'second');
  if (minutes < 60) return `${minutes}\u00a0min`;
  if (days <= 0 || minutes < 6 * 60) return `${Math.floor(minutes / 60)}\u00a0h`;
  return days === 1 ? inWords(-1, 'day') : shortDate(time);
}

/** Returns the short form of a count in the reader's language, such as "1.2K" or "3,4 tys.". */
export function shortCount(count: number): string {
  // Most counts are small and need no formatter.
  if (count < 1_000) return String(count);
  const language = currentLanguage();
  const made =
    counts.get(language) ?? new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  counts.set(language, made);
  return made.format(count);
}
