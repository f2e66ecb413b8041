import { sleepingFeedQueries } from '@kith/db';
import { handOverJobs } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { trailOfJob } from '../trail.ts';
import { keptEntries } from './fillFeeds.ts';

/** Notes that a member is here; once a day is enough. */
export const noteSeen = (ctx: Context, userId: number) => ctx.db.run(sleepingFeedQueries.seen, [userId]);

/**
 * Reactivates the feed of a member who is back, and records the job that fills it; they read the posts themselves until then. Never
 * fails: the next page retries.
 */
export async function askToWake(ctx: Context, userId: number): Promise<void> {
  try {
    const [recorded] = await ctx.db.run(sleepingFeedQueries.reactivate, [userId, trailOfJob()]);
    if (recorded) await handOverJobs(ctx);
  } catch (err) {
    ctx.log.warn({ err, userId }, 'a feed was not reactivated');
  }
}

/**
 * Fills the feed of a member who is back. In two steps: posts from the first on are written into it, and those that were not
 * are there for the second to see. Again is harmless.
 */
export async function wakeFeed(ctx: Context, { userId }: { userId: number }): Promise<void> {
  await ctx.db.run(sleepingFeedQueries.wake, [userId]);
  await ctx.db.run(sleepingFeedQueries.refill, [userId, keptEntries]);
}
