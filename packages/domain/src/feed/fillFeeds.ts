import { feedQueries, User } from '@kith/db';
import type { Context } from '../context.ts';

/**
 * The number of followers up to which the request that creates a post also fills their feeds, which takes about 2 ms. For an
 * author with more followers a job does that.
 */
export const maxInlineFanOut = 500;

/**
 * The maximum number of feed entries kept per user, and of posts that a new follow copies into the follower's feed; older posts
 * are read from the posts table.
 */
export const maxFeedEntries = 1_000;

/**
 * Fan-out on write: writes a post into the feeds of its author's followers. A post of an author with more than `maxFanOut`
 * followers is left to the readers. Runs after the post's commit, so that a concurrent follow is either seen here or finds the
 * post in its own backfill. Idempotent.
 */
export async function fanOutPost(ctx: Context, input: { postId: number; jobId?: number | null }): Promise<void> {
  await ctx.db.run(feedQueries.fanOut, [input.postId, input.jobId ?? null]);
}

/** Copies a newly followed user's posts into the follower's feed. Idempotent. */
export async function backfillFeed(
  ctx: Context,
  input: { followerId: number; followedId: number; jobId?: number | null },
): Promise<void> {
  await ctx.db.run(feedQueries.backfill, [input.followerId, input.followedId, maxFeedEntries, input.jobId ?? null]);
}

const usersPerBatch = 500;

async function forAllUsers(ctx: Context, work: (after: number, upTo: number) => Promise<unknown>): Promise<void> {
  const [last] = await ctx.db.em().find(User, {}, { orderBy: { id: 'desc' }, limit: 1, fields: ['id'] });
  for (let from = 0; from < (last?.id ?? 0); from += usersPerBatch) await work(from, from + usersPerBatch);
}

/** Deletes entries beyond the maximum per user, and the entries of deleted posts and users. */
export async function trimFeeds(ctx: Context): Promise<void> {
  await forAllUsers(ctx, async (after, upTo) => {
    await ctx.db.run(feedQueries.trim, [after, upTo, maxFeedEntries]);
    await ctx.db.run(feedQueries.sweep, [after, upTo]);
  });
}

/**
 * Adds the entries that are missing in the feeds, computed from follows and posts, after a bulk import or for repair. Removes no
 * entries.
 */
export const rebuildFeeds = (ctx: Context): Promise<void> =>
  forAllUsers(ctx, (after, upTo) => ctx.db.run(feedQueries.rebuild, [after, upTo, maxFeedEntries]));
