import { largeAuthorQueries } from '@kith/db';
import { handOverJobs } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { trailOfJob } from '../trail.ts';

/**
 * Followers from which an author's posts are merged in at reading and not written into each feed, and below which they are
 * written again: half, so that nobody goes to and fro. More than one job of a fan-out reaches.
 */
export const large = { from: 10_000, below: 5_000 };

/** Followers that one statement tells. */
const chunk = 5_000;

/** Records the job that merges in a post's author who has become large, from some later post on. Idempotent. */
export async function noteLargeAuthor(ctx: Context, postId: number): Promise<void> {
  const [recorded] = await ctx.db.run(largeAuthorQueries.rise, [postId, large.from, trailOfJob()]);
  if (recorded) await handOverJobs(ctx);
}

/**
 * Tells all followers of an author that their posts are merged in, or are not any more. Where it stopped is in the table: what
 * is killed goes on there. Feeds have every post once, at any moment of it.
 */
async function tellFollowers(ctx: Context, authorId: number): Promise<void> {
  const [author] = await ctx.db.run(largeAuthorQueries.version, [authorId]);
  if (!author) return;
  for (;;) {
    const [step] = await ctx.db.run(largeAuthorQueries.step, [authorId, author.version, chunk]);
    if (!step?.more) return;
  }
}

/** Brings one author into the state they are to be in, or all; then also those whose followers have become few. */
export async function mergeFeeds(ctx: Context, { authorId }: { authorId?: number }): Promise<void> {
  if (authorId !== undefined) return tellFollowers(ctx, authorId);
  await ctx.db.run(largeAuthorQueries.fall, [large.below]);
  for (const row of await ctx.db.run(largeAuthorQueries.unfinished, [])) await tellFollowers(ctx, row.author_id);
}
