import type { EventView } from '@kith/contracts';
import type { EventJson } from '@kith/db';

const isoTime = (json: string): string => new Date(json).toISOString();

/** The event of a post, as its viewer sees it. */
export const eventView = ({ yes, maybe, no, mine, ...row }: EventJson): EventView => ({
  startsAt: isoTime(row.starts_at),
  endsAt: row.ends_at && isoTime(row.ends_at),
  timeZone: row.time_zone,
  place: row.place,
  cancelledAt: row.cancelled_at && isoTime(row.cancelled_at),
  answers: { yes, maybe, no },
  mine,
});
