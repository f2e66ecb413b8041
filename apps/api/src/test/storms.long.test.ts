// Long: 10,000 concurrent calls; slice.test.ts and generated.test.ts recount after fewer.
import { recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/forFile.ts';
import { signUpAndIn } from '../testing/testApp.ts';

const { server, sql: run, alice, bob, carol } = await castForFile();

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
    const posts = await Promise.all(people.map((person) => publish(person)));
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
        if (i % 3 === 0) await publish(bob, `p${i}`);
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
