import { erasePostQueries, Post } from '@kith/db';
import type { Context } from '../context.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';

/** The placeholder user that owns deleted posts, as the SQL function `placeholder_user`. */
export const placeholderUserId = 0;

const postsPerBatch = 20;

/**
 * A post with at most this many dependent rows is deleted together with them in one statement; more rows are deleted in batches
 * first.
 */
const maxRowsInStatement = 100;

/** The number of rows per batch: some 20 ms of work, for which a concurrent like may have to wait for a lock. */
const rowsPerBatch = 2_000;

/** Deletes everything that belongs to a post, batch by batch. */
async function eraseContents(ctx: Context, postId: number): Promise<void> {
  for (const { step, first } of erasePostQueries.parts) {
    let after = first;
    for (;;) {
      const [part] = await ctx.db.run(step, [postId, after, rowsPerBatch]);
      if (!part || part.rows === 0) break;
      after = part.last;
    }
  }
}

/** Deletes some posts of a deleted user, or the given one of them, and returns how many. Must be called until it returns 0. */
export async function eraseSomePosts(ctx: Context, authorId: number, postId: number | null = null): Promise<number> {
  const theirs = { author: authorId, ...(postId !== null && { id: postId }) };
  const newest = { orderBy: { createdAt: 'desc', id: 'desc' }, limit: postsPerBatch } as const;
  const posts = await ctx.db.em().find(Post, theirs, newest);
  for (const { id, likesCount, commentsCount } of posts)
    if (likesCount + commentsCount > maxRowsInStatement) await eraseContents(ctx, id);
  if (posts.length === 0) return 0;
  const removed = await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.run(erasePostQueries.remove, [authorId, posts.map(({ id }) => id)]);
    const { keys, rows } = gone ?? { keys: [], rows: 0 };
    if (keys.length > 0) await recordJob(tx, { name: 'images.remove', payload: { keys } });
    return { pictures: keys.length, rows };
  });
  if (removed.pictures > 0) await queueRecordedJobs(ctx);
  return removed.rows;
}

/**
 * Deletes everything that belongs to a deleted post or, without an id, to all deleted posts, in case their jobs were lost. Works
 * in batches, so it can be interrupted and run again.
 */
export async function erasePosts(ctx: Context, { postId }: { postId?: number | undefined }): Promise<void> {
  while ((await eraseSomePosts(ctx, placeholderUserId, postId ?? null)) > 0);
}
