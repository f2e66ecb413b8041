import { type EventTimes, isAllDay, wallTime } from '@kith/contracts/eventTimes';

/** Returns the reader's time zone. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether the clock of an event's zone shows another time than the reader's, which is then shown on a line of its own. */
export function hasOtherClock(event: EventTimes): boolean {
  if (isAllDay(event)) return false;
  const [here, there] = [localZone(), event.timeZone].map((zone) => wallTime(event.startsAt, zone));
  return here?.date !== there?.date || here?.time !== there?.time;
}

/** Returns the height, in rem, of the card of an event, unless a text needs more than one line. */
export const eventHeight = (event: EventTimes & { cancelledAt: string | null }): number =>
  (event.cancelledAt ? 6.125 : 12.25) + (hasOtherClock(event) ? 1.375 : 0);
