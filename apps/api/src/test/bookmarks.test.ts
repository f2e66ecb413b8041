import { randomUUID } from 'node:crypto';
import { expirePost, recountCounters, relayPendingJobs } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { publish, statusOf } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();

const hours = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString();
const create = (expiresAt: string, caption = 'hello') =>
  alice.post('/posts', { userId: alice.userId, caption, expiresAt });
const saved = async (who: Person): Promise<number[]> =>
  (await who.get('/bookmarks')).body.data.map(({ postId }: { postId: number }) => postId);

describe('a bookmarked post', () => {
  it('is listed once, most recently saved first, for the caller only', async () => {
    const [first, second] = [await publish(alice), await publish(alice)];
    const answer = await bob.post('/bookmarks', { postId: second });
    expect([answer.status, answer.body.data]).toEqual([200, { postId: second, saved: true }]);
    await Promise.all([1, 2, 3].map(() => bob.post('/bookmarks', { postId: first })));
    expect(await saved(bob)).toEqual([first, second]);
    expect(await saved(alice)).toEqual([]);
    expect((await bob.get(`/posts/${first}`)).body.data).toMatchObject({ savedByMe: true });
    expect((await alice.get(`/posts/${first}`)).body.data).toMatchObject({ savedByMe: false });
    for (let each = 0; each < 2; each += 1) {
      const back = await bob.delete('/bookmarks', { postId: first });
      expect([back.status, back.body.data]).toEqual([200, { postId: first, saved: false }]);
    }
    expect(await saved(bob)).toEqual([second]);
    expect(statusOf(await bob.post('/bookmarks', { postId: 999_999 }))).toEqual([404, 'not-found']);
    expect(statusOf(await bob.post('/bookmarks', { postId: 'x' }))).toEqual([400, 'invalid-id']);
    await bob.delete('/bookmarks', { postId: second });
  });

  it('leaves the list when it is deleted, and is removed even if it is no longer visible', async () => {
    const [narrowed, deleted] = [await publish(alice), await publish(alice)];
    for (const postId of [narrowed, deleted]) await bob.post('/bookmarks', { postId });
    const change = (audience: string) => alice.patch(`/posts/${narrowed}`, { caption: 'hello', audience });
    await alice.delete(`/posts/${deleted}`);
    expect(await saved(bob)).toEqual([narrowed]);
    await change('private');
    expect((await bob.delete('/bookmarks', { postId: narrowed })).status).toBe(200);
    await change('public');
    expect(await saved(bob)).toEqual([]);
  });
});

describe('a post with an expiry time', () => {
  const past = (postId: number) =>
    sql(`update posts set expires_at = now() - interval '1 second' where id = $1`, [postId]);

  it('is found by a repeated call when that time is near', async () => {
    const post = { userId: alice.userId, caption: 'hello', clientId: randomUUID() };
    const made = await alice.post('/posts', { ...post, expiresAt: hours(2) });
    const again = await alice.post('/posts', { ...post, expiresAt: hours(0.5) });
    expect([again.status, again.body.data.postId]).toEqual([201, made.body.data.postId]);
  });

  it.each([
    ['in the past', hours(-1)],
    ['within the hour', hours(0.5)],
    ['in more than a year', hours(24 * 400)],
  ])('cannot be published when that is %s', async (_when, expiresAt) => {
    expect(statusOf(await create(expiresAt))).toEqual([400, 'invalid-expiry']);
    expect(statusOf(await create('soon'))).toEqual([400, 'invalid-input']);
  });

  it('reports that time, when a job is due that deletes it, and notifies of nothing after it', async () => {
    const expiresAt = hours(24);
    const made = await create(expiresAt, 'gone tomorrow @bob');
    const { postId } = made.body.data;
    expect(made.body.data).toMatchObject({ expiresAt });
    const rows = await sql(
      `select due_at from pending_jobs where name = 'posts.expire' and (payload->>'postId')::int = $1`,
      [postId],
    );
    expect(rows.map(({ due_at }) => new Date(due_at).toISOString())).toEqual([expiresAt]);
    await past(postId);
    const notified = (await bob.query('notifications.list')).body.result.data.items;
    expect(notified.filter((entry: { post?: { postId: number } }) => entry.post?.postId === postId)).toEqual([]);
  });

  it('is deleted by its idempotent job, and the deletion is published to members who have it on screen', async () => {
    const postId = await publish(alice, 'hello', { expiresAt: hours(2) });
    const { domain } = server.deps;
    await expirePost(domain, { postId });
    expect((await bob.get(`/posts/${postId}`)).status).toBe(200);
    const received = await new EventRecorder(server).listen([bob], { postIds: [postId], ranking: false });
    await past(postId);
    await expirePost(domain, { postId });
    await expirePost(domain, { postId });
    await received.untilReceived(bob, 1, (item) => item.name === 'post.deleted' && item.postId === postId);
    received.close();
    await relayPendingJobs(domain);
    expect(await sql('select author_id::int, caption from posts where id = $1', [postId])).toEqual([
      { author_id: 0, caption: '-' },
    ]);
    expect(await recountCounters(domain)).toEqual({ corrected: 0 });
  });

  it('is deleted even if its author has been disabled meanwhile', async () => {
    const postId = await publish(carol, 'hello', { expiresAt: hours(2) });
    await past(postId);
    await sql('update users set disabled_at = now() where id = $1', [carol.userId]);
    await expirePost(server.deps.domain, { postId });
    expect(await sql('select author_id::int from posts where id = $1', [postId])).toEqual([{ author_id: 0 }]);
    await sql('update users set disabled_at = null where id = $1', [carol.userId]);
  });
});
