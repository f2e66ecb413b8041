import { commentTime, postDate, shortTime } from '../i18n/dates.ts';
import { useMinute } from '../lib/clock.ts';

interface Props {
  at: string;
  /** How a card, an open post or a comment says the time. */
  as?: 'card' | 'post' | 'comment';
}

const formats = { card: shortTime, post: postDate, comment: commentTime };

/** A time. On a card it is how long ago that was. The full time is shown on hover, and is what screen readers read. */
export function When({ at, as = 'card' }: Props) {
  useMinute();
  const full = postDate(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden>{formats[as](at)}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
}
