import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { sharedNow } from './ear.ts';
import type { Ears, Open } from './ears.ts';
import { type Times, times, tokenOf } from './messages.ts';
import type { ApiServer } from './server.ts';

const perSecond = 200;
const seconds = 30;
const onScreen = 10;
/** Among how many of the newest posts the screens are spread. */
const recent = 10_000;

const call = (origin: string, userId: number, path: string, input: object) =>
  fetch(`${origin}/trpc/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(userId)}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });

/** What was heard of the likes, how long the api's event loop stood still meanwhile, and those of the processes that measure; in ms. */
export interface CrowdFigures extends Times {
  heard: number;
  worst: number;
  /** From the like's call to its answer. */
  answers: Times;
  apiStall: { worst: number; p99: number };
  ownStall: { worst: number; p99: number };
}

const inMs = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1));

/** Each stream asks to hear of ten posts; tells who is to hear of which: authors hear of theirs too. */
async function watchPosts(
  origin: string,
  authors: Map<number, number>,
  open: Open[],
): Promise<Map<number, Set<number>>> {
  const posts = [...authors.keys()];
  const here = new Set(open.map(({ userId }) => userId));
  const watchers = new Map([...authors].map(([id, author]) => [id, new Set(here.has(author) ? [author] : [])]));
  const watch = async ({ userId, streamId }: Open, index: number) => {
    const postIds = Array.from({ length: onScreen }, (_, i) => posts[(index * 7 + i * 191) % posts.length] as number);
    for (const postId of postIds) watchers.get(postId)?.add(userId);
    const answer = await call(origin, userId, 'live.watch', { streamId, postIds });
    await answer.text();
  };
  for (let from = 0; from < open.length; from += 20)
    await Promise.all(open.slice(from, from + 20).map((each, i) => watch(each, from + i)));
  return watchers;
}

/**
 * Likes 200 posts a second that lie on ten screens each, or on those of the streams there are. Timed from the like's call to
 * each stream it comes by; `lost` are those that should have heard of one and did not.
 */
export async function likeInCrowd(ctx: Context, api: ApiServer, ears: Ears, open: Open[]): Promise<CrowdFigures> {
  const { rows } = await probe<{ id: number; author_id: number }>(
    ctx.db,
    `select id, author_id from posts where audience = 'public' and author_id not in (select blocker_id from blocks) order by id desc limit ${recent}`,
  );
  const posts = rows.map(({ id }) => id);
  const watchers = await watchPosts(api.origin, new Map(rows.map(({ id, author_id }) => [id, author_id])), open);
  const likes = Array.from({ length: perSecond * seconds }, (_, n) => ({
    postId: posts[(n * 37) % posts.length] as number,
    userId: open[(n * 13 + 5) % open.length]?.userId as number,
  }));
  // Those of an earlier run: a like that is there already is no event.
  await probe(
    ctx.db,
    `delete from likes l using unnest($1::bigint[], $2::bigint[]) as mine (user_id, post_id)
     where l.user_id = mine.user_id and l.post_id = mine.post_id`,
    [likes.map(({ userId }) => userId), likes.map(({ postId }) => postId)],
  );
  await Promise.all([api.stall(), ears.told()]);
  const sent = new Map<string, number>();
  const calls: Promise<unknown>[] = [];
  let due = 0;
  const answered: number[] = [];
  const like = async ({ postId, userId }: { postId: number; userId: number }) => {
    const at = sharedNow();
    sent.set(`${postId}/${userId}`, at);
    const answer = await call(api.origin, userId, 'likes.add', { userId, postId });
    await answer.text();
    answered.push(sharedNow() - at);
  };
  const own = monitorEventLoopDelay({ resolution: 1 });
  own.enable();
  const start = performance.now();
  for (const [n, { postId, userId }] of likes.entries()) {
    await wait(Math.max(0, start + (n * 1000) / perSecond - performance.now()));
    calls.push(like({ postId, userId }));
    due += watchers.get(postId)?.size ?? 0;
  }
  await Promise.all(calls);
  own.disable();
  await wait(1_000);
  const apiStall = await api.stall();
  const told = await ears.told();
  const took = told.heard
    .flatMap(([key, , at]) => at - (sent.get(key) ?? Number.NaN))
    .filter((ms) => !Number.isNaN(ms));
  const ownStall = {
    worst: Math.max(inMs(own.max), Number(told.worstStall.toFixed(1))),
    p99: Math.max(inMs(own.percentile(99)), Number(told.stallP99.toFixed(1))),
  };
  const worst = Number(Math.max(...took).toFixed(1));
  return {
    ...times(took, due - took.length),
    heard: took.length,
    worst,
    answers: times(answered, likes.length - answered.length),
    apiStall: { worst: apiStall.worst, p99: apiStall.p99 },
    ownStall,
  };
}
