import { feedQueries, inactiveFeedQueries, userQueries } from '@kith/db';
import { queueRecordedJobs } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { traceContextForJob } from '../traceContext.ts';
import { recordLargeAuthor } from './largeAuthors.ts';

/** The number of days without a visit after which a member's feed is deactivated: no more entries are written into it. */
const activeDays = 14;

/**
 * The number of followers up to which the request that creates a post also fills their feeds, which takes about 2 ms. For an
 * author with more followers a job does that.
 */
export const maxInlineFanOut = 500;

/**
 * The number of posts of a newly followed user that are copied into the follower's feed; older ones are read from the posts
 * table.
 */
const backfillPosts = 300;

/** The maximum number of followers that one job handles, some 0.2 s of work; the next job continues with the following ones. */
const chunk = 5_000;

/** The maximum number of feed entries kept per user; older posts are read from the posts table. */
export const maxFeedEntries = 300;

/**
 * Fan-out on write: writes a post into the feeds of up to 5,000 followers of its author, those after `afterFollowerId`, and in
 * the same statement records a job for the remaining followers. Jobs of other posts can run between the jobs of one post.
 * Runs after the post's commit, so that a concurrent follow is either seen here or finds the post in its own backfill.
 * Idempotent.
 */
export async function fanOutPost(
  ctx: Context,
  input: { postId: number; afterFollowerId: number; jobId?: number | null },
): Promise<void> {
  const { postId, afterFollowerId, jobId = null } = input;
  // If the request that created the post writes the entries (`jobId` is given), the author has too few followers to be promoted.
  if (afterFollowerId === 0 && jobId === null) await recordLargeAuthor(ctx, postId);
  const [more] = await ctx.db.run(feedQueries.fanOut, [postId, afterFollowerId, chunk, jobId, traceContextForJob()]);
  if (more) await queueRecordedJobs(ctx);
}

/** Copies a newly followed user's posts into the follower's feed. Idempotent. */
export async function backfillFeed(
  ctx: Context,
  input: { followerId: number; followedId: number; jobId?: number | null },
): Promise<void> {
  await ctx.db.run(feedQueries.backfill, [input.followerId, input.followedId, backfillPosts, input.jobId ?? null]);
}

const usersPerBatch = 500;

async function forAllUsers(ctx: Context, work: (after: number, upTo: number) => Promise<unknown>): Promise<void> {
  const [last] = await ctx.db.run(userQueries.lastId, []);
  for (let from = 0; from < (last?.id ?? 0); from += usersPerBatch) await work(from, from + usersPerBatch);
}

/**
 * Resumes reactivations of feeds whose job was lost, deactivates the feeds of members who have been inactive for long, deletes
 * entries beyond the maximum per user, and deletes the entries of deleted posts and users.
 */
export async function trimFeeds(ctx: Context): Promise<void> {
  await forAllUsers(ctx, async (after, upTo) => {
    await ctx.db.run(inactiveFeedQueries.resume, [after, upTo]);
    await ctx.db.run(inactiveFeedQueries.deactivate, [after, upTo, activeDays]);
    await ctx.db.run(feedQueries.trim, [after, upTo, maxFeedEntries]);
    await ctx.db.run(feedQueries.removeUnneededMerges, [after, upTo]);
    await ctx.db.run(feedQueries.sweep, [after, upTo]);
  });
}

/**
 * Adds the entries that are missing in the feeds, computed from follows and posts, after a bulk import or for repair. Removes no
 * entries.
 */
export const rebuildFeeds = (ctx: Context): Promise<void> =>
  forAllUsers(ctx, (after, upTo) => ctx.db.run(feedQueries.rebuild, [after, upTo, maxFeedEntries]));
