import type { Context } from '@kith/domain';
import { firstSeeding } from './firstSeeding.ts';
import type { Cast } from './people.ts';
import { seedQueries } from './queries.ts';

/**
 * Dates the notifications caused by seeding realistically: those about a post one to five hours after it, new followers two days
 * ago. Older ones are marked as read.
 */
export async function backdateNotifications(ctx: Context, cast: Cast): Promise<void> {
  const since = await firstSeeding(ctx, cast);
  const users = [...cast.values()].map(({ userId }) => userId);
  await ctx.db.run(seedQueries.backdateNotifications, [users, since]);
}
