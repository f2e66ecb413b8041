import { dateFormat } from '../../i18n/dates.ts';
import { currentLanguage } from '../../i18n/index.ts';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const week = 7 * 86_400_000;

/** How long ago in a few words; after a week the day. */
export function ago(iso: string): string {
  const time = new Date(iso);
  const passed = Date.now() - time.getTime();
  if (passed >= week) {
    const sameYear = time.getFullYear() === new Date().getFullYear();
    const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
    if (!sameYear) options.year = 'numeric';
    return dateFormat(options).format(time);
  }
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (passed >= length) return words.format(-Math.floor(passed / length), unit);
  }
  return words.format(0, 'second');
}
