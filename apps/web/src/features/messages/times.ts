import { region } from '../../i18n/dates.ts';
import { currentLanguage } from '../../i18n/index.ts';

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Whole days of the reader's calendar between then and now. */
const daysAgo = (then: Date): number => Math.round((startOfDay(new Date()) - startOfDay(then)) / 86_400_000);

const format = (options: Intl.DateTimeFormatOptions, time: Date): string =>
  new Intl.DateTimeFormat(region(), options).format(time);

const yearUnlessThis = (time: Date): Intl.DateTimeFormatOptions =>
  time.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };

/** "Today", "Yesterday", then weekday and date. */
export function dayLabel(iso: string): string {
  const time = new Date(iso);
  const days = daysAgo(time);
  if (days > 1 || days < 0) {
    return format({ weekday: 'long', day: 'numeric', month: 'long', ...yearUnlessThis(time) }, time);
  }
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(-days, 'day');
  return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
}

/** Hour and minute. */
export const clock = (time: Date): string => format({ hour: 'numeric', minute: '2-digit' }, time);

/** As short as a row of the list needs: the time today, the weekday this week, then the date. */
export function rowTime(iso: string): string {
  const time = new Date(iso);
  const days = daysAgo(time);
  if (days <= 0) return clock(time);
  if (days < 7) return format({ weekday: 'short' }, time);
  return format({ day: 'numeric', month: 'short', ...yearUnlessThis(time) }, time);
}
