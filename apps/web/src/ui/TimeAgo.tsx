import { postDate, timeAgo } from '../i18n/dates.ts';
import { useMinute } from '../lib/clock.ts';

/** How long ago a time was or, after a week, its date. The full time is shown on hover. */
export function TimeAgo({ at }: { at: string }) {
  useMinute();
  return (
    <time dateTime={at} title={postDate(at)}>
      {timeAgo(at, { dated: true })}
    </time>
  );
}
