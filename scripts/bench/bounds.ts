import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import { type Context, publishRanking, scorePosts } from '@kith/domain';
import type { Member } from './fill.ts';
import { usedUntilNow } from './processor.ts';

/** A run in processor milliseconds and by the clock, the mean of some. */
interface RunFigures {
  serverMs: number;
  databaseMs: number;
  tookMs: number;
}

/** What a run of the ranking costs after so many likes. */
export interface RankingFigures extends RunFigures {
  likes: number;
  /** The first runs, which read most posts and their likes from outside of PostgreSQL's memory. */
  first: RunFigures;
}

/** What deleting a post with so many likes costs: until the call is answered, and until the job has removed all of them. */
export interface DeletionFigures {
  likes: number;
  answeredMs: number;
  removedMs: number;
  workerMs: number;
  databaseMs: number;
}

const runs = 10;
const likesPerRun = 1_000;

/** Runs the ranking by itself, each time after 1,000 likes of the newest posts. */
export async function rankingFigures(ctx: Context, postmaster: number): Promise<RankingFigures> {
  let at = Date.now();
  const run = async () => {
    at += 60_000;
    const runAt = new Date(at).toISOString();
    await scorePosts(ctx, { runAt });
    await publishRanking(ctx, { runAt });
  };
  // All posts are scored anew after a fill, some each run.
  const rest = () => probe(ctx.db, 'select from popular_progress where rebuild_before is not null');
  for (await run(); (await rest()).rowCount; ) await run();
  const some = async (): Promise<RunFigures> => {
    const sum = { serverMs: 0, databaseMs: 0, tookMs: 0 };
    for (let n = 0; n < runs; n++) {
      // Older than a minute: the marks of the ranking do not move past younger ones.
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
      const [before, began] = [usedUntilNow(process.pid, postmaster), performance.now()];
      await run();
      const after = usedUntilNow(process.pid, postmaster);
      sum.tookMs += performance.now() - began;
      sum.serverMs += after.server - before.server;
      sum.databaseMs += after.database - before.database;
    }
    const mean = (of: keyof typeof sum) => Number((sum[of] / runs).toFixed(1));
    return { serverMs: mean('serverMs'), databaseMs: mean('databaseMs'), tookMs: mean('tookMs') };
  };
  const first = await some();
  return { likes: likesPerRun, ...(await some()), first };
}

/** A post of the member's with so many likes, of people whom it need not have: nothing looks for them when it goes. */
async function likedPost(ctx: Context, author: Member, likes: number): Promise<number> {
  const { rows } = await probe<{ id: number }>(
    ctx.db,
    `insert into posts (author_id, caption, likes_count) values ($1, 'Liked by many', ${likes}) returning id`,
    [author.userId],
  );
  const id = rows[0]?.id as number;
  const pool = await ctx.db.pool.connect();
  try {
    await probe({ pool }, 'set session_replication_role = replica');
    for (let from = 1; from <= likes; from += 100_000) {
      const to = Math.min(likes, from + 99_999);
      await probe(
        { pool },
        `insert into likes (user_id, post_id) select 1000000000 + n, ${id} from generate_series(${from}, ${to}) n`,
      );
    }
    await probe({ pool }, 'reset session_replication_role');
  } finally {
    pool.release();
  }
  return id;
}

/** Deletes a post with so many likes while a worker runs. */
export async function deletionFigures(
  ctx: Context,
  origin: string,
  author: Member,
  likes: number,
  { worker, postmaster }: { worker: number; postmaster: number },
): Promise<DeletionFigures> {
  const remove = async (postId: number) => {
    const began = performance.now();
    const answer = await fetch(`${origin}/trpc/posts.delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ postId }),
    });
    if (answer.status !== 200) throw new Error(`the deletion was answered with ${answer.status}`);
    return Math.round(performance.now() - began);
  };
  // The first calls of a process are slower, whatever they do.
  for (let n = 0; n < 20; n++) await remove(await likedPost(ctx, author, 10));
  const postId = await likedPost(ctx, author, likes);
  await probe(ctx.db, 'checkpoint');
  const [before, began] = [usedUntilNow(worker, postmaster), performance.now()];
  const answeredMs = await remove(postId);
  while ((await probe(ctx.db, 'select from posts where id = $1', [postId])).rowCount) await wait(50);
  const after = usedUntilNow(worker, postmaster);
  return {
    likes,
    answeredMs,
    removedMs: Math.round(performance.now() - began),
    workerMs: Math.round(after.server - before.server),
    databaseMs: Math.round(after.database - before.database),
  };
}
