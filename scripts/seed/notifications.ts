import type { Context } from '@kith/domain';
import { firstSeeding } from './firstSeeding.ts';
import type { Cast } from './people.ts';
import { seedQueries } from './queries.ts';

/**
 * Gives the notifications that seeding has caused realistic dates: one to five hours after the post they are about, or else two
 * days before the seeding. Marks those from more than ten hours before the seeding as read.
 */
export async function backdateNotifications(ctx: Context, cast: Cast): Promise<void> {
  const since = await firstSeeding(ctx, cast);
  const users = [...cast.values()].map(({ userId }) => userId);
  await ctx.db.run(seedQueries.backdateNotifications, [users, since]);
}
