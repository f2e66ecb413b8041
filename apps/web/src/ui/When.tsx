import { postDate, shortTime } from '../i18n/dates.ts';
import { useMinute } from '../lib/clock.ts';

/** A short elapsed time. The full time is shown on hover, and is what screen readers read. */
export function When({ at }: { at: string }) {
  useMinute();
  const full = postDate(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden>{shortTime(at)}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
}
