import { largeAuthorQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { trailOfJob } from '../trail.ts';

/**
 * From this number of followers an author is promoted to a large one, whose posts are merged in at read time; below half of it
 * the author is demoted; the gap keeps an author from being promoted and demoted again and again.
 */
export const large = { from: 10_000, below: 5_000 };

/** Followers updated by one statement. */
const chunk = 5_000;

/**
 * Records the job that promotes a post's author if they have become large, from some later post on. It is handed over with the
 * next job of the fan-out, which an author with so many followers needs. Idempotent.
 */
export const noteLargeAuthor = (ctx: Context, postId: number) =>
  ctx.db.run(largeAuthorQueries.promote, [postId, large.from, trailOfJob()]);

/**
 * Updates the marks of all followers of an author who is promoted or demoted. Progress is stored in the table, so a killed job
 * resumes there. At every moment each feed contains every post exactly once.
 */
async function updateFollowers(ctx: Context, authorId: number): Promise<void> {
  const [author] = await ctx.db.run(largeAuthorQueries.version, [authorId]);
  if (!author) return;
  for (;;) {
    const [step] = await ctx.db.run(largeAuthorQueries.step, [authorId, author.version, chunk]);
    if (!step?.more) return;
  }
}

/** Promotes or demotes one author as due, or all of them; then also those whose followers have become few. */
export async function mergeFeeds(ctx: Context, { authorId }: { authorId?: number }): Promise<void> {
  if (authorId !== undefined) return updateFollowers(ctx, authorId);
  await ctx.db.run(largeAuthorQueries.demote, [large.below]);
  for (const row of await ctx.db.run(largeAuthorQueries.unfinished, [])) await updateFollowers(ctx, row.author_id);
}
