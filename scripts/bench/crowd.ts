import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { type Times, times, tokenOf } from './messages.ts';

/** A member's stream. */
export interface Open {
  close: () => void;
  ended: boolean;
  userId: number;
  streamId: string;
}

const perSecond = 200;
const seconds = 10;
const onScreen = 10;
/** Among how many of the newest posts the screens are spread. */
const recent = 10_000;

const call = (origin: string, userId: number, path: string, input: object) =>
  fetch(`${origin}/trpc/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(userId)}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });

/** Browsers with ten posts each on their screens, and likes of these posts. */
export class Crowd {
  readonly #origin: string;
  readonly #sent = new Map<string, number>();
  readonly #took: number[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Takes the time of what came over one stream. */
  hear(text: string): void {
    for (const [, postId, userId] of text.matchAll(/"name":"post\.liked","postId":(\d+),"userId":(\d+)/g)) {
      const at = this.#sent.get(`${postId}/${userId}`);
      if (at !== undefined) this.#took.push(performance.now() - at);
    }
  }

  /** Likes 200 posts a second. `lost` are those that should have heard of one and did not; authors hear of theirs too. */
  async like(ctx: Context, open: Open[]): Promise<Times & { heard: number }> {
    const { rows } = await probe(
      ctx.db,
      `select id, author_id from posts where audience = 'public' order by id desc limit ${recent}`,
    );
    const posts: number[] = rows.map(({ id }) => id);
    const here = new Set(open.map(({ userId }) => userId));
    const watchers = new Map<number, Set<number>>(
      rows.map(({ id, author_id }) => [id, new Set(here.has(author_id) ? [author_id] : [])]),
    );
    for (const [index, { userId, streamId }] of open.entries()) {
      const postIds = Array.from({ length: onScreen }, (_, i) => posts[(index * 7 + i * 191) % posts.length] as number);
      await call(this.#origin, userId, 'live.watch', { streamId, postIds });
      for (const postId of postIds) watchers.get(postId)?.add(userId);
    }
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
    const calls: Promise<unknown>[] = [];
    let due = 0;
    const start = performance.now();
    for (const [n, { postId, userId }] of likes.entries()) {
      await wait(Math.max(0, start + (n * 1000) / perSecond - performance.now()));
      this.#sent.set(`${postId}/${userId}`, performance.now());
      const answer = call(this.#origin, userId, 'likes.add', { userId, postId });
      calls.push(answer.then((each) => each.json()));
      due += watchers.get(postId)?.size ?? 0;
    }
    await Promise.all(calls);
    await wait(1_000);
    return { ...times(this.#took, due - this.#took.length), heard: this.#took.length };
  }
}
