import { probe } from '@kith/db/testing';
import { eraseUser, recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { comment, publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob } = await castForFile();

const post = async (author: Person) => (await publish(author, 'p')) as number;

const leave = async (person: Person) => {
  const { status } = await person.delete(`/users/${person.userId}`);
  await eraseUser(server.deps.domain, { userId: person.userId });
  return status;
};

const people = (prefix: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => signUpAndIn(server.app, `${prefix}${i}`)));

describe('a deleted account', () => {
  it('leaves no notification about a deleted comment', async () => {
    const postId = await post(alice);
    const [dora, emil] = (await people('leaver', 2)) as [Person, Person];
    for (const person of [dora, dora, emil]) {
      await comment(person, postId, 'hello');
    }
    expect(await leave(dora)).toBe(200);
    const listed = async () => (await alice.query('notifications.list')).body.result.data.items;
    expect(await listed()).toMatchObject([{ kind: 'comment', actorsCount: 1 }]);
    expect(await leave(emil)).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await alice.query('notifications.unreadCount')).body.result.data).toMatchObject({ count: 0 });
  });

  it('leaves correct counts under concurrent likes, comments and follows', async () => {
    const posts = [await post(alice), await post(bob), await post(alice)];
    const [leaving, staying] = [await people('going', 4), await people('here', 4)];
    const touch = async (person: Person) => {
      const statuses: number[] = [];
      for (const postId of posts) {
        const like = { userId: person.userId, postId };
        statuses.push((await person.post('/likes', like)).status);
        statuses.push((await person.post('/comments', { ...like, content: 'me too' })).status);
      }
      for (const { userId } of [alice, bob, ...leaving, ...staying]) {
        if (userId !== person.userId) {
          statuses.push((await person.post('/follows', { followerId: person.userId, followedId: userId })).status);
        }
      }
      return statuses;
    };
    await Promise.all(leaving.map(touch));
    const answers = await Promise.all([
      ...staying.map(touch),
      ...leaving.map(async (person) => [await leave(person)]),
      ...staying.map(async (person) => [(await person.patch(`/users/${person.userId}`, { bio: 'new' })).status]),
    ]);
    expect(answers.flat().filter((status) => status >= 500)).toEqual([]);
    for (const person of leaving) await eraseUser(server.deps.domain, { userId: person.userId });
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  }, 60_000);
});

describe('a recount', () => {
  it('corrects wrong counts, also while members like concurrently', async () => {
    const postId = await post(alice);
    const { db } = server.deps.domain;
    await probe(db, 'update posts set likes_count = 7 where id = $1', [postId]);
    const liking = await db.pool.connect();
    await liking.query('begin');
    await liking.query('insert into likes (user_id, post_id) values ($1, $2)', [bob.userId, postId]);
    await liking.query('update posts set likes_count = likes_count + 1 where id = $1', [postId]);
    const recounted = recountCounters(server.deps.domain);
    await expect
      .poll(async () => (await probe(db, 'select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await liking.query('commit');
    liking.release();
    expect(await recounted).toEqual({ corrected: 1 });
    expect((await alice.get(`/likes/count/${postId}`)).body.data).toBe(1);
  });
});
