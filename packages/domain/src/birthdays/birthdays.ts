import { type UserSummary, wallTime } from '@kith/contracts';
import { birthdayQueries, User, userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { scheduleDelivery } from '../notifications.ts';
import { type CalendarDay, calendarDay } from '../timeZone.ts';
import { userSummary } from '../users/userView.ts';

/** The months and days of the birthdays that are celebrated on a day; 29 February in other years on the 28th. */
function celebratedOn({ year, month, day }: CalendarDay): [months: number[], days: number[]] {
  const isLast = month === 2 && day === 28 && new Date(year, 1, 29).getMonth() !== 1;
  return isLast
    ? [
        [2, 2],
        [28, 29],
      ]
    : [[month], [day]];
}

/** The hours of a friend's day in which the friend is notified, so that a server that was off in the morning still does. */
const firstHour = 8;
const lastHour = 20;

/** The maximum number of members, and of pairs of a member and a friend, that one statement reads. */
const membersBatch = 100;
const batch = 500;

/** The days that may be today somewhere: no zone is further from UTC than 14 hours. */
function daysSomewhere(now: Date): [months: number[], days: number[]] {
  const dates = [-14, 0, 14].map((hours) => calendarDay('UTC', new Date(now.getTime() + hours * 3_600_000)));
  const celebrated = dates.map(celebratedOn);
  return [celebrated.flatMap(([months]) => months), celebrated.flatMap(([, days]) => days)];
}

type Birthday = Pick<User, 'birthMonth' | 'birthDay'>;

/** Returns whether a birthday is today in a time zone, and its morning has come. */
function isTimeFor({ birthMonth, birthDay }: Birthday, timeZone: string, now: Date): boolean {
  const hour = Number(wallTime(now.toISOString(), timeZone).time.slice(0, 2));
  const [months, days] = celebratedOn(calendarDay(timeZone, now));
  return hour >= firstHour && hour <= lastHour && months.some((each, i) => each === birthMonth && days[i] === birthDay);
}

/**
 * Notifies friends of the members whose birthday is today, in the morning of each friend's time zone, or of the server's if it is not
 * known. Idempotent: it runs every quarter of an hour, and after a restart, and skips who has been notified.
 */
export async function notifyBirthdays(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const [months, days] = daysSomewhere(now);
  const dates = months.map((birthMonth, at) => ({ birthMonth, birthDay: days[at] }));
  const celebrating = { $or: dates, birthdayFor: { $ne: 'nobody' as const }, disabledAt: null, deletedAt: null };
  for (let last = 0, more = true; more; ) {
    const next = { orderBy: { id: 'asc' }, limit: membersBatch, fields: ['id', 'birthMonth', 'birthDay'] } as const;
    const members = await ctx.db.em().find(User, { ...celebrating, id: { $gt: last } }, next);
    await notifyFriendsOf(ctx, new Map(members.map((member) => [member.id, member])), now);
    last = members.at(-1)?.id ?? last;
    more = members.length === membersBatch;
  }
}

async function notifyFriendsOf(ctx: Context, members: Map<number, Birthday>, now: Date): Promise<void> {
  if (members.size === 0) return;
  const { timeZone: serverZone } = Intl.DateTimeFormat().resolvedOptions();
  let [member, friend] = [0, 0];
  for (let rows = batch; rows === batch; ) {
    const pairs = await ctx.db.run(birthdayQueries.friends, [[...members.keys()], member, friend, batch]);
    const due = pairs.filter(({ member_id: id, time_zone: zone }) => {
      const birthday = members.get(id);
      return birthday && isTimeFor(birthday, zone ?? serverZone, now);
    });
    if (due.length > 0) {
      await ctx.db.run(birthdayQueries.notify, [due.map((each) => each.member_id), due.map((each) => each.friend_id)]);
      await scheduleDelivery(ctx);
    }
    rows = pairs.length;
    [member, friend] = [pairs.at(-1)?.member_id ?? 0, pairs.at(-1)?.friend_id ?? 0];
  }
}

/** At most `limit` members whose birthday is on this day, among those whom the caller follows and who show it to the caller. */
export async function birthdaysToday(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
  day: CalendarDay,
  limit: number,
): Promise<UserSummary[]> {
  const rows = await ctx.db.run(userQueries.birthdays, [actor.userId, ...celebratedOn(day), limit]);
  return rows.map((row) => userSummary(ctx.settings, row));
}
