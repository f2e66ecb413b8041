import { largeAuthorQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { traceContextForJob } from '../traceContext.ts';

/**
 * An author with `from` followers is promoted to a large author, whose posts are merged into feeds at read time; an author with
 * fewer than `below` is demoted. The gap keeps an author from being promoted and demoted repeatedly.
 */
export const largeAuthorThresholds = { from: 10_000, below: 5_000 };

/** Followers updated by one statement. */
const chunk = 5_000;

/**
 * Records the job that promotes a post's author who has become large; it affects later posts. The job is added to the queue
 * together with the next job of the fan-out, which an author with so many followers always needs. Idempotent.
 */
export const recordLargeAuthor = (ctx: Context, postId: number) =>
  ctx.db.run(largeAuthorQueries.promote, [postId, largeAuthorThresholds.from, traceContextForJob()]);

/**
 * Updates the rows in `feed_merges` of all followers of an author who is promoted or demoted. Progress is stored in the table, so
 * a killed job resumes there. At every moment each feed contains every post exactly once.
 */
async function updateFollowers(ctx: Context, authorId: number): Promise<void> {
  const [author] = await ctx.db.run(largeAuthorQueries.version, [authorId]);
  if (!author) return;
  for (;;) {
    const [step] = await ctx.db.run(largeAuthorQueries.step, [authorId, author.version, chunk]);
    if (!step?.more) return;
  }
}

/** Completes the promotion or demotion of one author; or first demotes authors with too few followers, and completes all. */
export async function mergeFeeds(ctx: Context, { authorId }: { authorId?: number }): Promise<void> {
  if (authorId !== undefined) return updateFollowers(ctx, authorId);
  await ctx.db.run(largeAuthorQueries.demote, [largeAuthorThresholds.below]);
  for (const row of await ctx.db.run(largeAuthorQueries.unfinished, [])) await updateFollowers(ctx, row.author_id);
}
