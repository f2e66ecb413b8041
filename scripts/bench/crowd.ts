import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { call, type Times, times, tokenOf } from './messages.ts';
import type { ApiServer } from './server.ts';
import { sharedNow } from './streamListener.ts';
import type { Open, StreamListeners } from './streamListeners.ts';

const perSecond = 200;
const seconds = 30;
const onScreen = 10;
/** Each simulated screen shows ten posts out of this many newest posts. */
const recent = 10_000;

/**
 * The results. All times are in ms: those from the call of a like to its event in each stream (`toStreams`) and to the response
 * (`answers`), and the longest event loop stalls of the api and of the measuring processes.
 */
export interface CrowdFigures {
  toStreams: Times;
  worst: number;
  received: number;
  answers: Times;
  apiStall: number;
  ownStall: number;
}

const inMs = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1));

/**
 * Subscribes each stream to ten posts. Returns by post the members who should receive its events: those who watch the post, and
 * the author.
 */
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
    await call(origin, tokenOf(userId), 'live.watch', { streamId, postIds });
  };
  for (let from = 0; from < open.length; from += 20)
    await Promise.all(open.slice(from, from + 20).map((each, i) => watch(each, from + i)));
  return watchers;
}

/**
 * Sends 200 likes a second, and measures the time from the call of each like to its event in each stream that watches the post.
 * With 10,000 streams, about ten watch each post; with fewer streams, fewer do. `lost` counts the events that did not arrive.
 */
export async function likeInCrowd(
  ctx: Context,
  api: ApiServer,
  listeners: StreamListeners,
  open: Open[],
): Promise<CrowdFigures> {
  const { rows } = await probe<{ id: number; author_id: number }>(
    ctx.db,
    `select p.id, p.author_id from posts p join users u on u.id = p.author_id and not u.private
     where p.audience = 'public' and p.author_id not in (select unnest(array[blocker_id, blocked_id]) from blocks)
     order by p.id desc limit ${recent}`,
  );
  const posts = rows.map(({ id }) => id);
  const watchers = await watchPosts(api.origin, new Map(rows.map(({ id, author_id }) => [id, author_id])), open);
  const likes = Array.from({ length: perSecond * seconds }, (_, n) => ({
    postId: posts[(n * 37) % posts.length] as number,
    userId: open[(n * 13 + 5) % open.length]?.userId as number,
  }));
  // Removes the likes that an earlier run may have left, because a repeated like publishes no event.
  await probe(
    ctx.db,
    `delete from likes l using unnest($1::bigint[], $2::bigint[]) as mine (user_id, post_id)
     where l.user_id = mine.user_id and l.post_id = mine.post_id`,
    [likes.map(({ userId }) => userId), likes.map(({ postId }) => postId)],
  );
  await Promise.all([api.stall(), listeners.received()]);
  const sent = new Map<string, number>();
  const calls: Promise<unknown>[] = [];
  let due = 0;
  const answered: number[] = [];
  const like = async ({ postId, userId }: { postId: number; userId: number }) => {
    const at = sharedNow();
    sent.set(`${postId}/${userId}`, at);
    await call(api.origin, tokenOf(userId), 'likes.add', { userId, postId });
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
  const { received, worstStall } = await listeners.received();
  const took = received.flatMap(([key, , at]) => at - (sent.get(key) ?? Number.NaN)).filter((ms) => !Number.isNaN(ms));
  return {
    toStreams: times(took, due - took.length),
    worst: Number(Math.max(...took).toFixed(1)),
    received: took.length,
    answers: times(answered, likes.length - answered.length),
    apiStall: (await api.stall()).worst,
    ownStall: Math.max(inMs(own.max), inMs(worstStall * 1e6)),
  };
}
