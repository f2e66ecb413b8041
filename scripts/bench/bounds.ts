import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import { type Context, publishRanking, scorePosts } from '@kith/domain';
import { withoutTriggers } from './bulk.ts';
import type { Member } from './fill.ts';
import { call } from './messages.ts';
import { usedDuring } from './processor.ts';
import type { Figures } from './report.ts';

const runs = 10;
const likesPerRun = 1_000;

/** Measures runs of the ranking of popular posts, each after 1,000 new likes of recent posts. */
export async function rankingFigures(ctx: Context, postmaster: number): Promise<Figures> {
  let at = Date.now();
  const run = async () => {
    at += 60_000;
    const runAt = new Date(at).toISOString();
    await scorePosts(ctx, { runAt });
    await publishRanking(ctx, { runAt });
  };
  // Runs the ranking until all posts of the filled database have a score. Each run scores one batch.
  const rest = () => probe(ctx.db, 'select from popular_progress where rebuild_before is not null');
  for (await run(); (await rest()).rowCount; ) await run();
  const some = async () => {
    const sum = { server: 0, database: 0, took: 0 };
    for (let n = 0; n < runs; n++) {
      // The likes are dated two minutes back, because the ranking does not process rows of the last minute.
      await probe(
        ctx.db,
        `with liked as (
           insert into likes (user_id, post_id, created_at)
           select 1 + floor(random() * (select max(id) from users))::int, id, now() - interval '2 minutes'
           from (select id from posts order by created_at desc, id desc limit 10000) p order by random() limit ${likesPerRun}
           on conflict do nothing returning post_id
         )
         update posts set likes_count = likes_count + 1 where id in (select post_id from liked)`,
      );
      const { used, tookMs } = await usedDuring(process.pid, postmaster, run);
      sum.server += used.server / runs;
      sum.database += used.database / runs;
      sum.took += tookMs / runs;
    }
    return sum;
  };
  const first = await some();
  const later = await some();
  const cost = ({ server, database }: typeof first) => `${server.toFixed(1)} + ${database.toFixed(1)} ms`;
  return {
    name: 'ranking',
    text: `A run of the ranking after ${likesPerRun} likes: ${cost(later)} of processor time, server and database; ${later.took.toFixed(1)} ms by the clock; the first ${runs} runs ${cost(first)}.`,
    figures: { first, later },
  };
}

/** Creates a post by this member with this many likes. The liking users need not exist, because a deletion does not read them. */
async function likedPost(ctx: Context, author: Member, likes: number): Promise<number> {
  const { rows } = await probe<{ id: number }>(
    ctx.db,
    `insert into posts (author_id, caption, likes_count) values ($1, 'Liked by many', ${likes}) returning id`,
    [author.userId],
  );
  const id = rows[0]?.id as number;
  await withoutTriggers(ctx.db.pool, async (pool) => {
    for (let from = 1; from <= likes; from += 100_000) {
      const to = Math.min(likes, from + 99_999);
      await probe(
        { pool },
        `insert into likes (user_id, post_id) select 1000000000 + n, ${id} from generate_series(${from}, ${to}) n`,
      );
    }
  });
  return id;
}

/** Measures the deletion of a post with this many likes, whose rows the running worker deletes. */
export async function deletionFigures(
  ctx: Context,
  origin: string,
  author: Member,
  likes: number,
  { worker, postmaster }: { worker: number; postmaster: number },
): Promise<Figures> {
  const remove = async (postId: number) => {
    const began = performance.now();
    await call(origin, author.token, 'posts.delete', { postId });
    return Math.round(performance.now() - began);
  };
  // The first calls of a process are slower than later ones.
  for (let n = 0; n < 20; n++) await remove(await likedPost(ctx, author, 10));
  const postId = await likedPost(ctx, author, likes);
  await probe(ctx.db, 'checkpoint');
  const { result, used, tookMs } = await usedDuring(worker, postmaster, async () => {
    const answeredMs = await remove(postId);
    while ((await probe(ctx.db, 'select from posts where id = $1', [postId])).rowCount) await wait(50);
    return answeredMs;
  });
  return {
    name: 'deletion',
    text: `Deleting a post with ${likes} likes was answered after ${result} ms and done after ${(tookMs / 1_000).toFixed(1)} s, with ${used.server.toFixed(0)} + ${used.database.toFixed(0)} ms of processor time, worker and database.`,
    figures: { likes, answeredMs: result, tookMs, used },
  };
}
