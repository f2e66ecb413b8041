import { eraseQueries, lastEraseQueries, User } from '@kith/db';
import { handOverJobs, recordJob } from '../afterCommit.ts';
import type { Context } from '../context.ts';

/** Rows that one statement removes. */
const chunk = 200;

/** Removes some of the user's posts, and pictures that no post shows; says how many. */
const erasePosts = (ctx: Context, userId: number): Promise<number> =>
  ctx.db.transaction(async (em) => {
    const [posts] = await ctx.db.run(lastEraseQueries.posts, [userId, chunk], em);
    const images = await ctx.db.run(lastEraseQueries.images, [userId, chunk], em);
    if (images.length > 0) recordJob(em, { name: 'images.remove', payload: { keys: images.map(({ key }) => key) } });
    return (posts?.rows ?? 0) + images.length;
  });

/** Removes everything a deleted user left but the messages they sent. Goes in chunks, so it may be interrupted and run again. */
export async function eraseUser(ctx: Context, { userId }: { userId: number }): Promise<void> {
  const deleted = await ctx.db.em().count(User, { id: userId, deletedAt: { $ne: null } });
  if (deleted === 0) return;
  for (const step of Object.values(eraseQueries)) {
    let rows = chunk;
    while (rows > 0) rows = (await ctx.db.run(step, [userId, chunk]))[0]?.rows ?? 0;
  }
  let removed = 1;
  while (removed > 0) {
    removed = await erasePosts(ctx, userId);
    await handOverJobs(ctx);
  }
  await ctx.db.run(lastEraseQueries.rest, [userId]);
}
