import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { withoutTriggers } from './bulk.ts';
import type { Member } from './fill.ts';
import { type Times, times } from './messages.ts';
import type { Figures } from './report.ts';

const hidden = { posts: 150_000, likes: 400_000 };
const calls = 300;
/** The concurrent calls of a pestering member. */
const atOnce = 16;

/** A private author's posts and likes of them, newer than everything that others see. */
async function hide(ctx: Context): Promise<void> {
  const { rows } = await probe<{ id: number }>(
    ctx.db,
    `insert into users (user_name, email, identity_uid, auth_provider, private) values ('hidden', 'hidden@kith.test', 'hidden', 'google', true)
     on conflict do nothing returning id`,
  );
  const author = rows[0]?.id;
  if (author === undefined) return;
  await probe(
    ctx.db,
    `insert into posts (author_id, caption, created_at)
     select $1, 'x', now() + n * interval '1 millisecond' from generate_series(1, ${hidden.posts}) n`,
    [author],
  );
  await withoutTriggers(ctx.db.pool, (pool) =>
    probe(
      { pool },
      `insert into likes (user_id, post_id)
       select 1000000000 + n / ${hidden.posts}, p.id
       from (select id, row_number() over () as at from posts where author_id = $1) p
       join generate_series(1, ${hidden.likes}) n on n % ${hidden.posts} = p.at - 1`,
      [author],
    ),
  );
  await probe(ctx.db, 'analyze');
}

/** Calls sequentially like a browser, some each second. */
async function feedTimes(origin: string, token: string): Promise<Times> {
  const took: number[] = [];
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    const answer = await fetch(`${origin}/trpc/feed.home?input=%7B%22limit%22%3A20%7D`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the feed was answered with ${answer.status}`);
    took.push(performance.now() - began);
    await wait(10);
  }
  return times(took, 0);
}

/** `origin` is an api with its limits on, as in production. */
export async function pesteredFigures(ctx: Context, origin: string, viewers: Member[]): Promise<Figures> {
  const [member, ...others] = viewers as [Member, ...Member[]];
  await hide(ctx);
  await feedTimes(origin, member.token);
  const quiet = await feedTimes(origin, member.token);
  const worker = new Worker(new URL('./pesterer.ts', import.meta.url), {
    workerData: { origin, tokens: others.slice(0, 2).map(({ token }) => token), atOnce },
  });
  await wait(500);
  const pestered = await feedTimes(origin, member.token);
  worker.postMessage('end');
  const [answered] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  const inWords = ({ p50, p99 }: Times) => `p50 ${p50} ms, p99 ${p99} ms`;
  return {
    name: 'pestered',
    text: `With ${hidden.posts} posts and ${hidden.likes} likes that nobody may see before all others, a member's feed took ${inWords(quiet)}; while two others asked for all posts and likes, ${atOnce} calls each at a time, ${inWords(pestered)} (${answered} of their calls were answered).`,
    figures: { quiet, pestered, answered },
  };
}
