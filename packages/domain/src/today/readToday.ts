import type { TodayView } from '@kith/contracts';
import { todayQueries } from '@kith/db';
import { birthdaysToday } from '../birthdays/birthdays.ts';
import type { Actor, Context } from '../context.ts';
import { listNewest } from '../invitations.ts';
import { postsById } from '../posts/readPosts.ts';
import { type CalendarDay, calendarDay, startOfDay } from '../timeZone.ts';

/** How many years back memories are looked for. */
const years = 10;
const shown = 3;

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

/** What is new today for the caller, at most three of each kind. `timeZone` is the IANA name of the zone of the caller's day. */
export async function readToday(
  ctx: Context,
  actor: Actor,
  { timeZone = 'UTC' }: { timeZone?: string | undefined },
): Promise<TodayView> {
  const day = calendarDay(timeZone, ctx.clock.now());
  const { start, end } = rangeOf(timeZone, day);
  const before = daysBefore(day).map((each) => rangeOf(timeZone, each));
  const [starts, ends] = [before.map((each) => each.start), before.map((each) => each.end)];
  const [found] = await ctx.db.run(todayQueries.posts, [actor.userId, start, end, starts, ends]);
  const { events = [], polls = [], memories = [] } = found ?? {};
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
