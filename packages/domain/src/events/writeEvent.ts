import { type EventInput, endOf, eventLimits, isAllDay } from '@kith/contracts';
import { Event, LockMode, type Transaction } from '@kith/db';
import type { Context } from '../context.ts';
import { endTime } from '../endTime.ts';
import { Refusal } from '../errors.ts';
import { recordJob } from '../pendingJobs.ts';
import { recordReminders, timesOf } from './notifyGuests.ts';

const day = 86_400_000;

/**
 * Throws `invalid-event` unless the event begins from now to five years ahead, and ends after that, at most a hundred days later. One
 * of whole days may begin today. `was` is when an existing event begins: it may keep that time.
 */
export function checkEventTimes(ctx: Context, event: EventInput, was?: string): void {
  const { startsAt, endsAt } = event;
  const start = Date.parse(startsAt);
  const ahead = start - ctx.clock.now().getTime();
  const late = eventLimits.late + (isAllDay(event) ? day : 0);
  const kept = was !== undefined && Date.parse(was) === start;
  if (!kept && (ahead < -late || ahead > eventLimits.ahead)) throw new Refusal('invalid-event');
  const length = endsAt == null ? null : Date.parse(endsAt) - start;
  if (length !== null && (length <= 0 || length > eventLimits.length)) throw new Refusal('invalid-event');
}

const valuesOf = ({ startsAt, endsAt, timeZone, place }: EventInput) => ({
  startsAt: new Date(startsAt),
  endsAt: endsAt == null ? null : new Date(endsAt),
  timeZone,
  place: place || null,
});

/** Gives a new post its date and place, and records its reminders, in the transaction that writes the post. */
export async function createEvent(
  ctx: Context,
  tx: Transaction,
  postId: number,
  input: EventInput & { cancelledAt?: string | null },
): Promise<void> {
  const { cancelledAt = null } = input;
  await tx.em().insert(Event, { post: postId, ...valuesOf(input), cancelledAt: cancelledAt && new Date(cancelledAt) });
  if (cancelledAt === null) await recordReminders(ctx, tx, postId, input);
}

const hour = 3_600_000;

/**
 * When the guests are notified of a change that is made at `at`: at most once an hour, so that nobody gets a push for each of many
 * changes, but within ten minutes if the event is called off or begins within two hours. A job that is due by then tells of this
 * change too.
 */
function noticeTime(at: number, { notifiedAt }: Event, isUrgent: boolean): number {
  const pause = isUrgent ? hour / 6 : hour;
  const last = notifiedAt?.getTime();
  if (last === undefined) return at;
  return last > at ? Math.min(last, at + pause) : Math.max(at, last + pause);
}

/**
 * Changes the date and place of the caller's post, or calls the event off, in the transaction that has locked the post. Everybody who
 * has answered is notified of another time or place, unless the event is over. Throws `not-an-event`, `invalid-event`.
 */
export async function changeEvent(
  ctx: Context,
  tx: Transaction,
  postId: number,
  input: EventInput & { cancelled?: boolean | undefined },
): Promise<void> {
  const event = await tx.em().findOne(Event, { post: postId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!event) throw new Refusal('not-an-event');
  checkEventTimes(ctx, input, event.startsAt.toISOString());
  const next = valuesOf(input);
  const was = event.cancelledAt != null;
  const cancelled = input.cancelled ?? was;
  const isTimed = event.startsAt.getTime() !== next.startsAt.getTime();
  const isMoved = isTimed || event.endsAt?.getTime() !== next.endsAt?.getTime() || (event.place ?? null) !== next.place;
  const at = await endTime(ctx, 0, '', tx);
  const since = cancelled === was ? {} : { cancelledAt: cancelled ? new Date(at) : null };
  const changedAt = cancelled !== was || isMoved ? new Date(at) : event.changedAt;
  const isNews = (cancelled !== was || (isMoved && !cancelled)) && endOf(input) > Date.parse(at);
  const isUrgent = cancelled || next.startsAt.getTime() - Date.parse(at) < 2 * hour;
  const notifiedAt = isNews ? new Date(noticeTime(Date.parse(at), event, isUrgent)) : event.notifiedAt;
  await tx.em().nativeUpdate(Event, { post: postId }, { ...next, ...since, changedAt, notifiedAt });
  // Whole days and a time of day are reminded of at other hours.
  const isKindChanged = isAllDay(timesOf(event)) !== isAllDay(input);
  if (!cancelled && (isTimed || isKindChanged || was)) await recordReminders(ctx, tx, postId, input);
  if (!isNews || notifiedAt?.getTime() === event.notifiedAt?.getTime()) return;
  const kind = cancelled ? 'eventCancelled' : 'eventMoved';
  await recordJob(tx, { name: 'events.notify', payload: { postId, kind, at } }, notifiedAt);
}
