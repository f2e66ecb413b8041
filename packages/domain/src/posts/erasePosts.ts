import { erasePostQueries } from '@kith/db';
import { handOverJobs, recordJob } from '../afterCommit.ts';
import type { Context } from '../context.ts';

/** Whom deleted posts are given to, as `nobody` of shared.sql. */
export const nobodyId = 0;

/** Posts looked at at once. */
const together = 20;

/** Rows that go with their post in the statement which removes it; those of a post with more go before, in steps. */
const few = 100;

/** Rows of one step, some 20 ms: a like of somebody else waits for no more than that. */
const most = 2_000;

/** Removes what a post leaves, step by step. */
async function empty(ctx: Context, postId: number): Promise<void> {
  for (const { step, first } of erasePostQueries.parts) {
    let after = first;
    for (;;) {
      const [part] = await ctx.db.run(step, [postId, after, most]);
      if (!part || part.rows === 0) break;
      after = part.last;
    }
  }
}

/** Removes some posts of somebody who is gone, or the one that is named; says how many: a caller that repeats it ends with 0. */
export async function eraseSomePosts(ctx: Context, authorId: number, postId: number | null = null): Promise<number> {
  const posts = await ctx.db.run(erasePostQueries.some, [authorId, together, postId]);
  for (const { id, rows } of posts) if (rows > few) await empty(ctx, id);
  if (posts.length === 0) return 0;
  const removed = await ctx.db.transaction(async (em) => {
    const [gone] = await ctx.db.run(erasePostQueries.remove, [authorId, posts.map(({ id }) => id)], em);
    const { keys, rows } = gone ?? { keys: [], rows: 0 };
    if (keys.length > 0) await recordJob(ctx, em, { name: 'images.remove', payload: { keys } });
    return { pictures: keys.length, rows };
  });
  if (removed.pictures > 0) await handOverJobs(ctx);
  return removed.rows;
}

/**
 * Removes what a deleted post left, or, without its id, all that are: those whose job was lost. Goes in steps, so it may be
 * interrupted and run again.
 */
export async function erasePosts(ctx: Context, { postId }: { postId?: number | undefined }): Promise<void> {
  while ((await eraseSomePosts(ctx, nobodyId, postId ?? null)) > 0);
}
