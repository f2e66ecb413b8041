import type { Context } from '@kith/domain';
import { firstSeeding } from './firstSeeding.ts';
import type { Cast } from './people.ts';
import { seedQueries } from './queries.ts';

/**
 * What the seeding itself told the cast is dated as if it had come by and by: what happens to a post one to five hours
 * after it, followers two days ago. Older ones are read.
 */
export async function backdateNotifications(ctx: Context, cast: Cast): Promise<void> {
  const since = await firstSeeding(ctx, cast);
  const users = [...cast.values()].map(({ userId }) => userId);
  await ctx.db.run(seedQueries.backdateNotifications, [users, since]);
}
