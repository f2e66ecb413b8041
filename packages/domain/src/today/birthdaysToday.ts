import type { UserSummary } from '@kith/contracts';
import { todayQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import type { CalendarDay } from '../timeZone.ts';
import { userSummary } from '../users/userView.ts';

/** At most three members whose birthday is on this day, and who show it to the caller. */
export async function birthdaysToday(
  ctx: Context,
  { userId }: Actor,
  { month, day }: CalendarDay,
): Promise<UserSummary[]> {
  const rows = await ctx.db.run(todayQueries.birthdays, [userId, month, day]);
  return rows.map((row) => userSummary(ctx.settings, row));
}
