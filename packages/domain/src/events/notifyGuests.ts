import { type EventAnswer, type EventTimes, endOf, instantOf, isAllDay, wallTime } from '@kith/contracts';
import { EventAnswer as Answer, Event, eventQueries, type Handle, type User } from '@kith/db';
import type { Context } from '../context.ts';
import type { JobPayloads } from '../jobs.ts';
import { scheduleDelivery } from '../notifications.ts';
import { recordJob } from '../pendingJobs.ts';

type EventNotice = JobPayloads['events.notify'];

const hour = 3_600_000;

/** The zones in which a day begins first, and last. */
const firstZone = 'Pacific/Kiritimati';
const lastZone = 'Etc/GMT+12';

const reminders = ['eventTomorrow', 'eventSoon'] as const;
type Reminder = (typeof reminders)[number];

/**
 * When a reminder is due for a member in a time zone, and until when it is still given, in milliseconds since 1970. An event is
 * reminded of a day before and an hour before. Whole days are dates: their only reminder is due at six in the evening before, on the
 * member's clock.
 */
function spanOf(kind: Reminder, event: EventTimes, timeZone: string): { due: number; end: number } | null {
  const start = Date.parse(event.startsAt);
  if (!isAllDay(event)) {
    const ahead = kind === 'eventSoon' ? hour : 24 * hour;
    return { due: start - ahead, end: start - ahead / 2 };
  }
  if (kind === 'eventSoon') return null;
  const date = Date.parse(wallTime(event.startsAt, event.timeZone).date);
  const eve = new Date(date - 24 * hour).toISOString().slice(0, 10);
  const due = Date.parse(instantOf(eve, '18:00', timeZone) ?? event.startsAt);
  return { due, end: due + 3 * hour };
}

/** When a stored event takes place. */
export const timesOf = ({ startsAt, endsAt, timeZone }: Event): EventTimes => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt?.toISOString(),
  timeZone,
});

/** Records the job of a reminder. `at` is when the event begins. */
async function recordReminder(db: Handle, postId: number, kind: Reminder, at: string, due: number): Promise<void> {
  const payload = { postId, kind, at, due: new Date(due).toISOString() };
  await recordJob(db, { name: 'events.notify', payload }, new Date(due));
}

/** Records the jobs of the reminders that are not past everywhere. */
export async function recordReminders(ctx: Context, db: Handle, postId: number, event: EventTimes): Promise<void> {
  const at = new Date(event.startsAt).toISOString();
  const now = ctx.clock.now().getTime();
  for (const kind of reminders) {
    const first = spanOf(kind, event, firstZone);
    const last = spanOf(kind, event, lastZone);
    if (first && last && last.due > now) await recordReminder(db, postId, kind, at, Math.max(first.due, now));
  }
}

/** The number of guests of one statement. */
const batch = 500;

/** The members who gave one of the answers to an event, some at a time. */
async function* guestsOf(
  ctx: Context,
  postId: number,
  answers: EventAnswer[],
): AsyncGenerator<Pick<User, 'id' | 'timeZone'>[]> {
  let after = 0;
  for (let rows = batch; rows === batch; ) {
    const next = { populate: ['user'], orderBy: { user: 'asc' }, limit: batch } as const;
    const theirs = { post: postId, answer: { $in: answers }, user: { $gt: after } };
    const guests = (await ctx.db.em().find(Answer, theirs, next)).map(({ user }) => user);
    if (guests.length > 0) yield guests;
    rows = guests.length;
    after = guests.at(-1)?.id ?? after;
  }
}

/** The next full hour, so that several jobs of a reminder are due at the same time, and one of them runs. */
const nextHour = (time: number): number => (Math.floor(time / hour) + 1) * hour;

/** A reminder that is due within this time, in milliseconds, is given now. */
const tolerance = 60_000;

/**
 * Reminds the guests who come or may come and whose time it is, and records the job for those whose time comes next: in an hour at the
 * latest, because others may answer meanwhile, or come to another zone. A guest whose zone is not known has the event's. `changedAt` is
 * when the event was changed: if it changes meanwhile, nobody more is reminded of what it was.
 */
async function remindGuests(
  ctx: Context,
  postId: number,
  kind: Reminder,
  event: EventTimes,
  changedAt: Date | null,
): Promise<void> {
  const soon = ctx.clock.now().getTime() + tolerance;
  const spans = new Map([[event.timeZone, spanOf(kind, event, event.timeZone)]]);
  for await (const guests of guestsOf(ctx, postId, ['yes', 'maybe'])) {
    const due = [];
    for (const { id: userId, timeZone } of guests) {
      const zone = timeZone ?? event.timeZone;
      const span = spans.get(zone) ?? spanOf(kind, event, zone);
      spans.set(zone, span);
      if (span && span.due <= soon && span.end > soon) due.push(userId);
    }
    if (due.length > 0) await ctx.db.run(eventQueries.notify, [postId, kind, due, changedAt]);
  }
  const last = spanOf(kind, event, lastZone)?.due ?? 0;
  if (last <= soon) return;
  const later = [...spans.values()].map((span) => span?.due ?? 0).filter((due) => due > soon);
  const next = isAllDay(event) ? Math.min(...later, last, nextHour(soon)) : last;
  await recordReminder(ctx.db, postId, kind, event.startsAt, next);
}

/**
 * Notifies the guests of an event: reminds those who come or may come, or tells all who have answered of a change. Idempotent: a
 * notification that a guest already has is not delivered again.
 */
export async function notifyGuests(ctx: Context, { postId, kind, at }: EventNotice): Promise<void> {
  const event = await ctx.db.em().findOne(Event, { post: postId });
  if (!event) return;
  const { startsAt, cancelledAt, changedAt = null } = event;
  const times = timesOf(event);
  if (kind === 'eventTomorrow' || kind === 'eventSoon') {
    // An event that was called off or moved is not reminded of: the move has recorded jobs of its own.
    if (cancelledAt || startsAt.getTime() !== Date.parse(at)) return;
    await remindGuests(ctx, postId, kind, times, changedAt);
  } else if (endOf(times) > ctx.clock.now().getTime()) {
    // The event may have changed again since the job was recorded: the guests are notified of what holds now.
    const news = cancelledAt ? 'eventCancelled' : 'eventMoved';
    const since = changedAt ?? new Date(at);
    for await (const guests of guestsOf(ctx, postId, ['yes', 'maybe', 'no']))
      await ctx.db.run(eventQueries.notify, [postId, news, guests.map((guest) => guest.id), since]);
  }
  await scheduleDelivery(ctx);
}
