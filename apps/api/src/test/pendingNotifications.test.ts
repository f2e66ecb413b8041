import { createECDH } from 'node:crypto';
import { probe } from '@kith/db/testing';
import { type Context, deliverNotifications } from '@kith/domain';
import { beforeAll, expect, it } from 'vitest';
import { comment, follow, like, publish, unlike } from '../testing/actions.ts';
import { killedAtEveryStep } from '../testing/killedAtEveryStep.ts';
import { castForFile } from '../testing/serverForFile.ts';

const { server, alice, bob, carol } = await castForFile();
let domain: Context;

beforeAll(async () => {
  ({ domain } = server.deps);
  // The delay is longer than the test, so that notifications are delivered only when the test asks for it.
  domain.settings.notifyAfter = 600_000;
});

const sql = async (text: string, values: unknown[] = []) => (await probe(domain.db, text, values)).rows;

const post = async () => (await publish(alice, 'p')) as number;

const about = async (postId: number) =>
  (await alice.query('notifications.list')).body.result.data.items
    .filter((entry: { post?: { postId: number } }) => entry.post?.postId === postId)
    .map(({ kind, actorsCount }: { kind: string; actorsCount: number }) => [kind, actorsCount]);

it('many likes create notifications in one statement, and likes taken back before create none', async () => {
  const postId = await post();
  for (const { post: call, userId } of [bob, carol]) await call('/likes', { userId, postId });
  await carol.delete('/likes', { userId: carol.userId, postId });
  await bob.post('/comments', { userId: bob.userId, postId, content: 'gone at once' });
  const [{ id }] = await sql('select id from comments where post_id = $1', [postId]);
  await bob.delete(`/comments/${id}`);
  await follow(carol, alice);
  await carol.delete('/follows', { followerId: carol.userId, followedId: alice.userId });
  expect(await about(postId)).toEqual([]);
  await deliverNotifications(domain);
  expect(await about(postId)).toEqual([['like', 1]]);
  expect((await alice.query('notifications.list', { kind: 'follow' })).body.result.data.items).toEqual([]);
  expect(await sql('select from pending_notifications')).toEqual([]);
});

it('a like that is taken back and repeated counts once, before and after its batch', async () => {
  const postId = await post();
  const like = () => bob.post('/likes', { userId: bob.userId, postId });
  const unlike = () => bob.delete('/likes', { userId: bob.userId, postId });
  for (const step of [like, unlike, like]) await step();
  await deliverNotifications(domain);
  for (const step of [unlike, like, unlike, like]) await step();
  await deliverNotifications(domain);
  expect(await about(postId)).toEqual([['like', 1]]);
  await unlike();
  expect(await about(postId)).toEqual([]);
});

it('a like of a post or comment rings once, however often it is taken back and given again', async () => {
  const postId = await post();
  const { commentId } = (await comment(alice, postId, 'mine')).body.data;
  await deliverNotifications(domain);
  await alice.mutate('notifications.markAllRead');
  await sql('delete from pending_jobs');
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'), auth: 'A'.repeat(22) };
  await alice.mutate('notifications.subscribe', { endpoint: 'https://push.kith.test/rings', keys });
  const give = [() => like(bob, postId), () => bob.post(`/comments/${commentId}/likes`)];
  const takeBack = [() => unlike(bob, postId), () => bob.delete(`/comments/${commentId}/likes`)];
  const both = [
    ['commentLike', 1],
    ['like', 1],
  ];
  for (const read of [false, true, false]) {
    for (const each of give) expect((await each()).status).toBeLessThan(300);
    await deliverNotifications(domain);
    expect((await about(postId)).toSorted()).toEqual(both);
    expect(await sql(`select from pending_jobs where name = 'push.send'`)).toHaveLength(2);
    if (read) await alice.mutate('notifications.markAllRead');
    for (const each of takeBack) await each();
    expect(await about(postId)).toEqual([]);
    expect((await alice.query('notifications.unreadCount')).body.result.data.count).toBe(0);
  }
});

it('a notification is delivered once by two concurrent processes, and after one was killed', async () => {
  const postId = await post();
  for (const { post: call, userId } of [bob, carol]) {
    await call('/likes', { userId, postId });
    await call('/comments', { userId, postId, content: 'hi' });
  }
  await killedAtEveryStep(domain, (ctx) => deliverNotifications(ctx));
  await Promise.all([1, 2, 3].map(() => deliverNotifications(domain)));
  expect((await about(postId)).toSorted()).toEqual([
    ['comment', 2],
    ['like', 2],
  ]);
});

it('a member whose comments are delivered by two concurrent processes counts once', async () => {
  const postId = await post();
  const comment = () => bob.post('/comments', { userId: bob.userId, postId, content: 'hi' });
  const waiting = async () =>
    (
      await sql(
        'select count(*)::int as n from pg_stat_activity where wait_event_type = $1 and datname = current_database()',
        ['Lock'],
      )
    )[0].n;
  await comment();
  const deliveries = await domain.db.transaction(async (tx) => {
    await tx.em().execute('select id from pending_notifications for update');
    const first = deliverNotifications(domain);
    await expect.poll(waiting).toBe(1);
    await comment();
    const second = deliverNotifications(domain);
    await expect.poll(waiting).toBe(2);
    return [first, second];
  });
  await Promise.all(deliveries);
  expect(await about(postId)).toEqual([['comment', 1]]);
});
