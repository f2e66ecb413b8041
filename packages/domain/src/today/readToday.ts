import { type EventTimes, endOf, isAllDay, lastDay, type TodayView, wallTime } from '@kith/contracts';
import { type TodayEvent, todayQueries } from '@kith/db';
import { birthdaysToday } from '../birthdays/birthdays.ts';
import type { Actor, Context } from '../context.ts';
import { listNewest } from '../invitations.ts';
import { postsById } from '../posts/readPosts.ts';
import { type CalendarDay, calendarDay, startOfDay } from '../timeZone.ts';

/** How many years back memories are looked for. */
const years = 20;
const shown = 3;

const hour = 3_600_000;

/** How far apart the same day begins in two zones at most, in milliseconds. */
const zonesApart = 26 * hour;

/** When a day begins and ends in a time zone. */
const rangeOf = (timeZone: string, day: CalendarDay): { start: string; end: string } => ({
  start: startOfDay(timeZone, day).toISOString(),
  end: startOfDay(timeZone, { ...day, day: day.day + 1 }).toISOString(),
});

/** The same day in the years before. In most years there is no 29 February. */
const daysBefore = ({ year, month, day }: CalendarDay): CalendarDay[] =>
  Array.from({ length: years }, (_, index) => ({ year: year - 1 - index, month, day })).filter(
    (before) => new Date(Date.UTC(before.year, month - 1, day)).getUTCDate() === day,
  );

/**
 * The dates of the first and the last day of an event on the clock of a time zone. Whole days are dates where the event takes place; an
 * event that ends in the small hours is one of the evening before.
 */
function daysOf(event: EventTimes, timeZone: string): { first: string; last: string } {
  const wholeDays = isAllDay(event);
  const onClock = { ...event, timeZone: wholeDays ? event.timeZone : timeZone };
  const first = wallTime(event.startsAt, onClock.timeZone).date;
  const isOneDay = !wholeDays && endOf(event) - Date.parse(event.startsAt) < 12 * hour;
  return { first, last: isOneDay ? first : lastDay(onClock) };
}

/** The posts of the events of a day, those that begin on it first. */
function eventsOf(events: TodayEvent[], date: string, timeZone: string): number[] {
  const days = events.map(({ id, starts_at: startsAt, ends_at: endsAt, time_zone: zone }) => ({
    id,
    ...daysOf({ startsAt, endsAt, timeZone: zone }, timeZone),
  }));
  const begin = days.filter(({ first }) => first === date);
  const goOn = days.filter(({ first, last }) => first < date && date <= last);
  return [...begin, ...goOn].slice(0, shown).map(({ id }) => id);
}

/** What is new today for the caller, at most three of each kind. `timeZone` is the IANA name of the zone of the caller's day. */
export async function readToday(
  ctx: Context,
  actor: Actor,
  { timeZone = 'UTC' }: { timeZone?: string | undefined },
): Promise<TodayView> {
  const now = ctx.clock.now();
  const day = calendarDay(timeZone, now);
  const { start, end } = rangeOf(timeZone, day);
  const from = new Date(Date.parse(start) - zonesApart);
  const to = new Date(Date.parse(end) + zonesApart);
  const before = daysBefore(day).map((each) => rangeOf(timeZone, each));
  const [starts, ends] = [before.map((each) => each.start), before.map((each) => each.end)];
  const [found] = await ctx.db.run(todayQueries.posts, [actor.userId, from, to, starts, ends]);
  const { polls = [], memories = [] } = found ?? {};
  const events = eventsOf(found?.events ?? [], wallTime(now.toISOString(), timeZone).date, timeZone);
  const posts = await postsById(ctx, actor, [...new Set([...events, ...polls, ...memories])]);
  const among = (ids: number[]) => posts.filter(({ postId }) => ids.includes(postId));
  const { items: joined } = await listNewest(ctx, actor);
  return {
    birthdays: await birthdaysToday(ctx, actor, day, shown),
    events: among(events),
    joined: joined
      .slice(0, shown)
      .map(({ userId, userName, displayName, profilePicture }) => ({ userId, userName, displayName, profilePicture })),
    polls: among(polls),
    memories: among(memories),
  };
}
