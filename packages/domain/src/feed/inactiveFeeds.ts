import { inactiveFeedQueries } from '@kith/db';
import { queueRecordedJobs } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { traceContextForJob } from '../traceContext.ts';
import { maxFeedEntries } from './fillFeeds.ts';

/** Records when a member was last active, at most once a day. */
export const recordSeen = (ctx: Context, userId: number) => ctx.db.run(inactiveFeedQueries.seen, [userId]);

/**
 * Reactivates the feed of a returning member, and records the job that fills it. Until it is filled, the member's pages are read
 * from the posts table. Never throws: if it fails, the next page that the member loads retries.
 */
export async function requestReactivation(ctx: Context, userId: number): Promise<void> {
  try {
    const [recorded] = await ctx.db.run(inactiveFeedQueries.reactivate, [userId, traceContextForJob()]);
    if (recorded) await queueRecordedJobs(ctx);
  } catch (err) {
    ctx.log.warn({ err, userId }, 'a feed was not reactivated');
  }
}

/**
 * Fills the feed of a returning member, in two steps: after the first, new posts are fanned out to it; the second copies earlier
 * posts. Idempotent.
 */
export async function reactivateFeed(ctx: Context, { userId }: { userId: number }): Promise<void> {
  await ctx.db.run(inactiveFeedQueries.activate, [userId]);
  await ctx.db.run(inactiveFeedQueries.refill, [userId, maxFeedEntries]);
}
