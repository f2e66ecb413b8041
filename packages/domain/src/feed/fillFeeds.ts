import { feedQueries, sleepingFeedQueries, userQueries } from '@kith/db';
import { handOverJobs } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { trailOfJob } from '../trail.ts';
import { noteLargeAuthor } from './largeAuthors.ts';

/** Days without a visit after which nothing is written into a member's feed any more. */
const seenWithin = 14;

/** Followers whose feeds the posting request fills itself, about 2 ms; more go to a job. */
export const fanOutNow = 500;

/** Posts of a newly followed user that reach the follower's feed at once; older ones are read from the posts. */
const backfilled = 300;

/** Followers that one job reaches, in some 0.2 s; the next one goes on from there. */
const chunk = 5_000;

/** Entries a user keeps; further back the feed is read from the posts. */
export const keptEntries = 300;

/**
 * Writes a post into its author's followers' feeds: into those of the next 5,000, and in the same statement records a job for the
 * others. What is killed goes on where it stopped, and a large author's post lets others by. Runs after the post's commit, so that a
 * follow either is seen here or sees the post in its own backfill. Idempotent.
 */
export async function fanOutPost(
  ctx: Context,
  input: { postId: number; afterFollowerId: number; jobId?: number | null },
): Promise<void> {
  const { postId, afterFollowerId, jobId = null } = input;
  // With so few followers that the posting request does it itself, no author is large.
  if (afterFollowerId === 0 && jobId === null) await noteLargeAuthor(ctx, postId);
  const [more] = await ctx.db.run(feedQueries.fanOut, [postId, afterFollowerId, chunk, jobId, trailOfJob()]);
  if (more) await handOverJobs(ctx);
}

/** Brings a newly followed user's posts into the follower's feed. Again is harmless. */
export async function backfillFeed(
  ctx: Context,
  input: { followerId: number; followedId: number; jobId?: number | null },
): Promise<void> {
  await ctx.db.run(feedQueries.backfill, [input.followerId, input.followedId, backfilled, input.jobId ?? null]);
}

const users = 500;

async function forAllUsers(ctx: Context, work: (after: number, upTo: number) => Promise<unknown>): Promise<void> {
  const [last] = await ctx.db.run(userQueries.lastId, []);
  for (let from = 0; from < (last?.id ?? 0); from += users) await work(from, from + users);
}

/** Resumes the filling of feeds whose job was lost, puts the feeds of those to sleep who were away for long, cuts every other to the entries it keeps, and drops those of posts and users that are gone. */
export async function trimFeeds(ctx: Context): Promise<void> {
  await forAllUsers(ctx, async (after, upTo) => {
    await ctx.db.run(sleepingFeedQueries.resume, [after, upTo]);
    await ctx.db.run(sleepingFeedQueries.sleep, [after, upTo, seenWithin]);
    await ctx.db.run(feedQueries.trim, [after, upTo, keptEntries]);
    await ctx.db.run(feedQueries.settle, [after, upTo]);
    await ctx.db.run(feedQueries.sweep, [after, upTo]);
  });
}

/** Fills every feed from follows and posts: after a bulk import, or to repair. Adds what is missing, removes nothing. */
export const rebuildFeeds = (ctx: Context): Promise<void> =>
  forAllUsers(ctx, (after, upTo) => ctx.db.run(feedQueries.rebuild, [after, upTo, keptEntries]));
