import type { UserSummary } from '@kith/contracts';
import { birthdayQueries, User, userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { scheduleDelivery } from '../notifications.ts';
import type { CalendarDay } from '../timeZone.ts';
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

/** The hours of this server's time zone in which friends are notified, so that a server that was off in the morning still does. */
const firstHour = 8;
const lastHour = 20;

/** The maximum number of members, and of followers, that one statement reads. */
const batch = 500;

/**
 * Notifies friends of the members whose birthday is today, in the morning. Idempotent: it runs every hour, and after a restart, and
 * skips who has been notified.
 */
export async function notifyBirthdays(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  if (now.getHours() < firstHour || now.getHours() > lastHour) return;
  const [months, days] = celebratedOn({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
  const today = months.map((birthMonth, at) => ({ birthMonth, birthDay: days[at] }));
  const celebrating = { $or: today, birthdayFor: { $ne: 'nobody' as const }, disabledAt: null, deletedAt: null };
  for (let last = 0, more = true; more; ) {
    const next = { orderBy: { id: 'asc' }, limit: batch, fields: ['id'] } as const;
    const members = await ctx.db.em().find(User, { ...celebrating, id: { $gt: last } }, next);
    for (const { id } of members) await notifyFriendsOf(ctx, id);
    last = members.at(-1)?.id ?? last;
    more = members.length === batch;
  }
}

async function notifyFriendsOf(ctx: Context, memberId: number): Promise<void> {
  for (let last = 0, more = true; more; ) {
    const [each] = await ctx.db.run(birthdayQueries.notify, [memberId, last, batch]);
    await scheduleDelivery(ctx);
    last = each?.last ?? last;
    more = each?.rows === batch;
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
