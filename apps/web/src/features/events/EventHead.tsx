import MapPin from 'lucide-react/icons/map-pin';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../lib/clock.ts';
import { cx } from '../../ui/cx.ts';
import { hasOtherClock } from './eventClock.ts';
import { daysOf, distanceOf, isOver, leafOf, type ShownEvent, timesOf, timeThere } from './eventText.ts';

/** The leaf of a calendar with the day on which an event begins. */
export function CalendarLeaf({ event }: { event: ShownEvent }) {
  const { month, day } = leafOf(event);
  return (
    <time
      aria-hidden
      dateTime={event.startsAt}
      className="flex w-14 shrink-0 flex-col self-start overflow-hidden rounded-card border border-line bg-surface text-center"
    >
      <span
        className={cx(
          'truncate px-0.5 text-13 leading-5 font-semibold uppercase',
          event.cancelledAt ? 'bg-sunken text-soft' : 'bg-accent text-accent-ink',
        )}
      >
        {month}
      </span>
      <span className="text-28 leading-11 font-bold tabular-nums">{day}</span>
    </time>
  );
}

/**
 * When and where an event takes place, in three lines, or in four if its own clock shows another time. `title` takes the place of
 * the line with the day, and leaves that time out.
 */
export function EventHead({ event, title }: { event: ShownEvent; title?: string }) {
  const { t } = useTranslation();
  useMinute();
  const state = event.cancelledAt ? t('events.cancelled') : isOver(event) && t('events.over');
  const days = daysOf(event, title ? 'short' : 'long');
  const times = timesOf(t, event);
  return (
    <span className="flex min-h-18 gap-3">
      <CalendarLeaf event={event} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span
          dir="auto"
          className={cx(
            'truncate font-semibold',
            !title && 'first-letter:uppercase',
            event.cancelledAt && 'text-soft line-through',
          )}
        >
          {title ?? <time dateTime={event.startsAt}>{days}</time>}
        </span>{' '}
        <time dateTime={event.startsAt} className="truncate text-15 first-letter:uppercase">
          {title ? `${days} · ${times}` : times}
        </time>{' '}
        {title === undefined && hasOtherClock(event) && (
          <>
            <time dateTime={event.startsAt} className="text-15 break-words first-letter:uppercase">
              {timeThere(event)}
            </time>{' '}
          </>
        )}
        <span className="flex min-w-0 gap-1.5 text-15 text-soft">
          {state && <span className={cx('shrink-0', event.cancelledAt && 'font-semibold text-danger')}>{state}</span>}
          {event.place ? (
            <span className="flex min-w-0 items-center gap-1">
              <MapPin aria-hidden className="size-3.5 shrink-0" />
              <span className="sr-only">{t('events.place')}: </span>
              <bdi className="truncate">{event.place}</bdi>
            </span>
          ) : (
            !state && distanceOf(t, event)
          )}
        </span>
      </span>
    </span>
  );
}
