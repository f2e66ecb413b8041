import { sleepingFeedQueries } from '@kith/db';
import type { Context } from '../context.ts';
import type { Job } from '../jobs.ts';
import { withTrail } from '../trail.ts';
import { keptEntries } from './fillFeeds.ts';

/** Notes that a member is here; once a day is enough. */
export const noteSeen = (ctx: Context, userId: number) => ctx.db.run(sleepingFeedQueries.seen, [userId]);

/** Has the feed of a member who is back filled, which they read from the posts until then. Never fails: the next page asks again. */
export async function askToWake(ctx: Context, userId: number): Promise<void> {
  // Once a minute: a job that failed keeps its id.
  const id = `wake-${userId}-${Math.floor(ctx.clock.now().getTime() / 60_000)}`;
  const job = { name: 'feed.wake', payload: withTrail({ userId }), id } as unknown as Job;
  await ctx.queue.add([job]).catch((err: unknown) => ctx.log.warn({ err }, 'a feed was not woken'));
}

/**
 * Fills the feed of a member who is back. In two steps: posts from the first on are written into it, and those that were not
 * are there for the second to see. Again is harmless.
 */
export async function wakeFeed(ctx: Context, { userId }: { userId: number }): Promise<void> {
  await ctx.db.run(sleepingFeedQueries.wake, [userId]);
  await ctx.db.run(sleepingFeedQueries.refill, [userId, keptEntries]);
}
