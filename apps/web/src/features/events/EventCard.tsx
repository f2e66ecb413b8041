import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../lib/clock.ts';
import type { PostView } from '../../lib/types.ts';
import { AddPictures } from './AddPictures.tsx';
import { Answers } from './Answers.tsx';
import { EventHead } from './EventHead.tsx';
import { eventHeight } from './eventClock.ts';
import { isOver } from './eventText.ts';
import { WhoComes } from './WhoComes.tsx';

/** A link to the calendar file of an event, which opens in the calendar of the device. */
function AddToCalendar({ postId }: { postId: number }) {
  const { t } = useTranslation();
  return (
    <a
      href={`/posts/${postId}/event.ics`}
      download
      aria-label={t('events.toCalendar')}
      title={t('events.toCalendar')}
      className="ml-auto inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-full px-2.5 text-13 font-medium text-accent-text hover:bg-accent-wash"
    >
      <CalendarPlus aria-hidden className="size-5" />
      <span aria-hidden className="hidden @sm:inline">
        {t('events.toCalendar')}
      </span>
    </a>
  );
}

/** The event of a post. Its height is known before it arrives, and the same whatever people answer, so that nothing below it moves. */
export default function EventCard({ post }: { post: PostView }) {
  const { t } = useTranslation();
  useMinute();
  const { postId, event } = post;
  if (!event) return null;
  const over = isOver(event);
  const open = !over && !event.cancelledAt;
  return (
    <div
      role="group"
      aria-label={t('events.title')}
      style={{ minHeight: `${eventHeight(event)}rem` }}
      className="@container flex flex-col justify-between rounded-card border border-line bg-surface p-3"
    >
      <EventHead event={event} />
      {open && <Answers postId={postId} event={event} />}
      {over && !event.cancelledAt && <AddPictures post={post} event={event} />}
      {!event.cancelledAt && (
        <div className="flex gap-2">
          <WhoComes postId={postId} event={event} />
          {open && postId > 0 && <AddToCalendar postId={postId} />}
        </div>
      )}
    </div>
  );
}
