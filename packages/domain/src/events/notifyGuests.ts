import { type EventTimes, isAllDay } from '@kith/contracts';
import { Event, eventQueries, type Handle } from '@kith/db';
import { recordJob } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { scheduleDelivery } from '../notifications.ts';

type EventNotice = JobPayloads['events.notify'];

const hour = 3_600_000;

/**
 * How long before an event each reminder is due, in milliseconds: a day, which is "tomorrow" in every time zone, and an hour. An event
 * of whole days begins at midnight, so its only reminder is due on the evening before.
 */
const remindersOf = (event: EventTimes): Partial<Record<EventNotice['kind'], number>> =>
  isAllDay(event) ? { eventTomorrow: 6 * hour } : { eventTomorrow: 24 * hour, eventSoon: hour };

/** Records the jobs of the reminders that are not due yet. */
export async function recordReminders(ctx: Context, db: Handle, postId: number, event: EventTimes): Promise<void> {
  const start = Date.parse(event.startsAt);
  const at = new Date(start).toISOString();
  for (const [kind, ahead] of Object.entries(remindersOf(event)) as [EventNotice['kind'], number][]) {
    if (start - ahead <= ctx.clock.now().getTime()) continue;
    await recordJob(db, { name: 'events.notify', payload: { postId, kind, at } }, new Date(start - ahead));
  }
}

/** A reminder that is due earlier than this, in milliseconds, waits: after a restored backup, all are recorded by one rule. */
const tolerance = 60_000;

/** Whether a reminder is to be given now: the event still begins at the time it was recorded for, and not much time is lost. */
async function isDue(ctx: Context, { postId, kind, at }: EventNotice, event: Event): Promise<boolean> {
  const start = event.startsAt.getTime();
  if (event.cancelledAt || start !== Date.parse(at)) return false;
  const times = {
    startsAt: event.startsAt.toISOString(),
    endsAt: event.endsAt?.toISOString(),
    timeZone: event.timeZone,
  };
  const ahead = remindersOf(times)[kind];
  if (ahead === undefined) return false;
  const left = start - ctx.clock.now().getTime();
  if (left > ahead + tolerance) {
    await recordJob(ctx.db, { name: 'events.notify', payload: { postId, kind, at } }, new Date(start - ahead));
    return false;
  }
  return left > ahead / 2;
}

/** The number of guests of one statement. */
const batch = 500;

/**
 * Notifies the guests of an event: reminds those who come or may come, or tells all who have answered of a change. Idempotent: a
 * notification that a guest already has is not delivered again.
 */
export async function notifyGuests(ctx: Context, notice: EventNotice): Promise<void> {
  const { postId, kind, at } = notice;
  const event = await ctx.db.em().findOne(Event, { post: postId });
  if (!event) return;
  const isReminder = kind === 'eventTomorrow' || kind === 'eventSoon';
  if (isReminder && !(await isDue(ctx, notice, event))) return;
  const answers = isReminder ? ['yes', 'maybe'] : ['yes', 'maybe', 'no'];
  let after = 0;
  for (let rows = batch; rows === batch; ) {
    const [told] = await ctx.db.run(eventQueries.notify, [postId, kind, answers, after, batch, isReminder ? null : at]);
    rows = told?.rows ?? 0;
    after = told?.last ?? after;
  }
  await scheduleDelivery(ctx);
}
