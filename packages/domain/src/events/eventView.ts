import type { EventCardView, EventView } from '@kith/contracts';
import type { EventJson } from '@kith/db';

const isoTime = (json: string): string => new Date(json).toISOString();

/** When an event takes place. */
export const eventTimes = (row: EventJson): Pick<EventView, 'startsAt' | 'endsAt' | 'timeZone'> => ({
  startsAt: isoTime(row.starts_at),
  endsAt: row.ends_at && isoTime(row.ends_at),
  timeZone: row.time_zone,
});

/** The event of a post in a chat. */
export const eventCardView = (row: EventJson): EventCardView => ({
  ...eventTimes(row),
  place: row.place,
  cancelledAt: row.cancelled_at && isoTime(row.cancelled_at),
  answers: { yes: row.yes, maybe: row.maybe, no: row.no },
});

/** The event of a post, as its viewer sees it. */
export const eventView = (row: EventJson): EventView => ({ ...eventCardView(row), mine: row.mine });
