import { commentTime, postDate, shortTime } from '../i18n/dates.ts';
import { useMinute } from '../lib/clock.ts';

interface Props {
  at: string;
  /** The format of a time on a card, on an open post or at a comment. */
  as?: 'card' | 'post' | 'comment';
}

const formats = { card: shortTime, post: postDate, comment: commentTime };

/** A time. On a card it is how long ago that was. The full time is shown on hover, and is what screen readers read. */
export function Timestamp({ at, as = 'card' }: Props) {
  useMinute();
  const full = postDate(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden>{formats[as](at)}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
}
