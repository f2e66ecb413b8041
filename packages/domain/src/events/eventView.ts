import type { EventCardView, EventView } from '@kith/contracts';
import type { EventJson } from '@kith/db';

const isoTime = (json: string): string => new Date(json).toISOString();

/** The event of a post in a chat. */
export const eventCardView = ({ yes, maybe, no, ...row }: EventJson): EventCardView => ({
  startsAt: isoTime(row.starts_at),
  endsAt: row.ends_at && isoTime(row.ends_at),
  timeZone: row.time_zone,
  place: row.place,
  cancelledAt: row.cancelled_at && isoTime(row.cancelled_at),
  answers: { yes, maybe, no },
});

/** The event of a post, as its viewer sees it. */
export const eventView = (row: EventJson): EventView => ({ ...eventCardView(row), mine: row.mine });
