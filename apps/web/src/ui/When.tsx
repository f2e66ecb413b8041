import { postDate, shortTime } from '../i18n/dates.ts';

/** The elapsed time, in a word; the full time on hover and for screen readers. */
export function When({ at }: { at: string }) {
  const full = postDate(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden>{shortTime(at)}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
}
