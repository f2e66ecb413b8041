import { probe } from '@kith/db/testing';
import { listPopular, publishRanking, recountCounters, scorePosts, startRanking } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUpAndIn, startCast, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let carol: Person;

beforeAll(async () => {
  ({ server, alice, bob, carol } = await startCast());
});
afterAll(() => server.close());

const run = async (text: string, values: unknown[] = []) => (await probe(server.deps.domain.db, text, values)).rows;

const post = async (author: Person, caption = 'hello') =>
  (await author.post('/posts', { userId: author.userId, caption })).body.data.postId as number;

/** Runs tasks with limited concurrency. */
async function inParallel(tasks: (() => Promise<unknown>)[], hands: number): Promise<void> {
  const queue = tasks.values();
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (const task of queue) await task();
    }),
  );
}

describe('after many concurrent calls', () => {
  it('every counter equals a recount, and no call failed', async () => {
    const people = [alice, bob, carol];
    const posts = await Promise.all(people.map((person) => post(person)));
    const failures: unknown[] = [];
    let seed = 7;
    const pick = <T>(from: T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return from[seed % from.length] as T;
    };
    const tasks = Array.from({ length: 10_000 }, () => {
      const [person, other, postId, kind] = [pick(people), pick(people), pick(posts), pick([0, 1, 2, 3, 4, 5])];
      const like = { userId: person.userId, postId };
      const follow = { followerId: person.userId, followedId: other.userId };
      return async () => {
        if (kind >= 4 && person === other) return;
        const { status } = (await [
          () => person.post('/likes', like),
          () => person.delete('/likes', like),
          () => person.post('/comments', { ...like, content: 'storm' }),
          () => person.post('/likes', like),
          () => person.post('/follows', follow),
          () => person.delete('/follows', follow),
        ][kind]?.()) ?? { status: 0 };
        if (status >= 400) failures.push([kind, status]);
      };
    });
    await inParallel(tasks, 16);
    expect(failures).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    const people3 = await run(
      `select n.actors_count, (select count(distinct actor_id)::int from notification_events e where e.notification_id = n.id) as actors
       from notifications n`,
    );
    for (const { actors_count, actors } of people3) expect(actors_count).toBe(actors);
  }, 120_000);

  it('a feed contains exactly the posts of followed members', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    await inParallel(
      Array.from({ length: 120 }, (_, i) => async () => {
        if (i % 3 === 0) await post(bob, `p${i}`);
        else if (i % 3 === 1) await dora.post('/follows', { followerId: dora.userId, followedId: bob.userId });
        else await dora.delete('/follows', { followerId: dora.userId, followedId: bob.userId });
      }),
      12,
    );
    await dora.post('/follows', { followerId: dora.userId, followedId: bob.userId });
    const all = (
      await run('select id from posts where author_id = $1 order by created_at desc, id desc', [bob.userId])
    ).map(({ id }) => id);
    const { body } = await dora.query('feed.home', { limit: 500 });
    expect(body.result.data.items.map(({ postId }: { postId: number }) => postId)).toEqual(all);
    await dora.delete('/follows', { followerId: dora.userId, followedId: bob.userId });
    expect((await dora.query('feed.home')).body.result.data.items).toEqual([]);
  }, 60_000);
});

describe('the ranking', () => {
  const rank = async (times: number, at = new Date(Date.now() + 1_000).toISOString()) => {
    const { domain } = server.deps;
    await Promise.all(Array.from({ length: times }, () => scorePosts(domain, { runAt: at })));
    await publishRanking(domain, { runAt: at });
    const actor = { userId: alice.userId, sessionId: '', reauthenticatedAt: null };
    return (await listPopular(domain, actor, { limit: 100 })).items.map(({ postId }) => postId);
  };

  it('works with three likes, and is the same whether one job or four score the posts', async () => {
    await run('delete from posts');
    const [first, second, third] = [await post(alice), await post(bob), await post(carol)];
    for (const person of [bob, carol]) await person.post('/likes', { userId: person.userId, postId: first });
    await alice.post('/likes', { userId: alice.userId, postId: second });
    const at = new Date(Date.now() + 5_000).toISOString();
    const one = await rank(1, at);
    const four = await rank(4, new Date(Date.parse(at) + 1_000).toISOString());
    expect(one).toEqual([first, second]);
    expect(four).toEqual(one);
    expect(one).not.toContain(third);
  });

  it("counts people, not their repeated likes and comments, and ignores an author's own like", async () => {
    await run('delete from posts');
    const [modest, loud] = [await post(alice), await post(bob)];
    for (let i = 0; i < 20; i++) {
      await carol.post('/comments', { userId: carol.userId, postId: loud, content: `again ${i}` });
      await bob.post('/comments', { userId: bob.userId, postId: loud, content: `and again ${i}` });
      await carol.delete('/likes', { userId: carol.userId, postId: loud });
      await carol.post('/likes', { userId: carol.userId, postId: loud });
    }
    await bob.post('/likes', { userId: bob.userId, postId: loud });
    for (const person of [bob, carol]) await person.post('/likes', { userId: person.userId, postId: modest });
    expect(await rank(2)).toEqual([modest, loud]);
  });

  it('weights accounts younger than a day by a quarter, and ignores dates in the future', async () => {
    await run('delete from posts');
    await run(`update users set created_at = now() - interval '9 days' where id = any ($1)`, [
      [alice.userId, bob.userId, carol.userId],
    ]);
    const ring = await Promise.all(['ring1', 'ring2', 'ring3'].map((name) => signUpAndIn(server.app, name)));
    const [honest, pushed, future] = [await post(alice), await post(bob), await post(carol)];
    await carol.post('/likes', { userId: carol.userId, postId: honest });
    for (const user of ring) {
      await user.post('/likes', { userId: user.userId, postId: pushed });
      await user.post('/likes', { userId: user.userId, postId: future });
    }
    await run(`update posts set created_at = now() + interval '9 days' where id = $1`, [future]);
    expect(await rank(1)).toEqual([honest, pushed]);
  });

  it('is published once per run, however often its jobs run', async () => {
    const at = new Date(Date.now() + 60_000).toISOString();
    const { domain } = server.deps;
    await scorePosts(domain, { runAt: at });
    await Promise.all([1, 2, 3].map(() => publishRanking(domain, { runAt: at })));
    expect(await run('select count(*)::int as n from popular_snapshots where run_at = $1', [at])).toEqual([{ n: 1 }]);
    const period = { ...domain, clock: { now: () => new Date('2026-05-01T10:00:59.999Z') } };
    await Promise.all([startRanking(period), startRanking(period)]);
    const runs = await run(`select run_at::text from popular_snapshots where run_at < '2026-05-02'`);
    expect(runs).toHaveLength(1);
  });
});
