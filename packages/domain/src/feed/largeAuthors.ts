import { largeAuthorQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { traceContextForJob } from '../traceContext.ts';

/**
 * An author with `from` followers is promoted to a large author, whose posts are merged into feeds at read time; an author with
 * fewer than `below` is demoted. The gap keeps an author from being promoted and demoted repeatedly.
 */
export const largeAuthorThresholds = { from: 10_000, below: 5_000 };

/** The maximum number of followers that one statement handles. */
const chunk = 5_000;

/**
 * Makes the author of this post a large author if the author now has enough followers, and records the job that completes the
 * promotion. Posts that were created earlier are not affected. The job is added to the queue together with the next job of the
 * fan-out, which an author with so many followers always needs. Idempotent.
 */
export const recordLargeAuthor = (ctx: Context, postId: number) =>
  ctx.db.run(largeAuthorQueries.promote, [postId, largeAuthorThresholds.from, traceContextForJob()]);

/**
 * Inserts or updates the row in `feed_merges` of every follower of an author who is promoted or demoted. The progress is stored
 * in `large_authors.reached_id`, so a job that is killed and run again continues from there. At every moment each feed contains
 * every post exactly once.
 */
async function updateFollowers(ctx: Context, authorId: number): Promise<void> {
  const [author] = await ctx.db.run(largeAuthorQueries.version, [authorId]);
  if (!author) return;
  for (;;) {
    const [step] = await ctx.db.run(largeAuthorQueries.step, [authorId, author.version, chunk]);
    if (!step?.more) return;
  }
}

/**
 * Completes the promotion or demotion of the given author. Without an author, first demotes those with too few followers, and
 * then completes every unfinished promotion and demotion.
 */
export async function mergeFeeds(ctx: Context, { authorId }: { authorId?: number }): Promise<void> {
  if (authorId !== undefined) return updateFollowers(ctx, authorId);
  await ctx.db.run(largeAuthorQueries.demote, [largeAuthorThresholds.below]);
  for (const row of await ctx.db.run(largeAuthorQueries.unfinished, [])) await updateFollowers(ctx, row.author_id);
}
