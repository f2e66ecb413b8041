import { directChat, probe } from '@kith/db/testing';
import { startRedis } from '@kith/platform/testing/stores';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { Streams } from '../live/streams.ts';
import { comment, follow, like, publish, unlike, write } from '../testing/actions.ts';
import { StreamListener } from '../testing/streamListener.ts';
import { type Person, startCast, type TestApp } from '../testing/testApp.ts';

const redis = await startRedis();
afterAll(() => redis?.stop());

let server: TestApp;
let origin: string;
let alice: Person;
let bob: Person;
let carol: Person;
let open: StreamListener[] = [];

async function start(env: Record<string, string>): Promise<void> {
  ({ server, alice, bob, carol } = await startCast(env));
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await follow(alice, bob);
}

afterEach(() => {
  for (const listener of open) listener.close();
  open = [];
});

const messageIds = (listener: StreamListener) => listener.of('message.sent').map(({ message }) => message.messageId);

async function listen(person: Person, lastEventId?: string): Promise<StreamListener> {
  const query = lastEventId === undefined ? '' : `?lastEventId=${lastEventId}`;
  const listener = await new StreamListener().open(`${origin}/stream${query}`, person);
  open.push(listener);
  return listener;
}

/** Waits until a stream has delivered everything published so far: it preserves the order, so a message sent now comes last. */
async function delivered(listener: StreamListener, who: Person): Promise<void> {
  const before = listener.of('message.sent').length;
  await write(who === alice ? bob : alice, who, 'the last event');
  await expect.poll(() => listener.of('message.sent').length).toBe(before + 1);
}

const watch = (who: Person, listener: StreamListener, postIds: number[], more: object = {}) =>
  who.mutate('live.watch', { streamId: listener.of('ready')[0].streamId, postIds, ...more });

const buses: [string, Record<string, string> | null][] = [
  ['PostgreSQL', {}],
  ['Redis', redis && { REDIS_URL: redis.url }],
];

// Redis tests are skipped only if redis-server is not installed; CI installs it.
describe.each(buses)('the live stream over %s', (_name, env) => {
  beforeAll(async () => {
    if (env) await start(env);
  });
  afterAll(async () => {
    if (env) await server.close();
  });

  it.skipIf(!env)('delivers a message to its two members only', async () => {
    const [a, b, c] = await Promise.all([listen(alice), listen(bob), listen(carol)]);
    await write(alice, bob, 'hello');
    await expect.poll(() => [a, b].map((each) => each.of('message.sent').length)).toEqual([1, 1]);
    expect(b.of('message.sent')[0].message).toMatchObject({ content: 'hello', sender: { userId: alice.userId } });
    await bob.mutate('messages.markConversationRead', { withUserId: alice.userId });
    await expect.poll(() => a.of('message.read').length).toBe(1);
    await bob.mutate('messages.typing', { withUserId: alice.userId });
    await expect.poll(() => a.of('message.typing')).toEqual([{ name: 'message.typing', senderId: bob.userId }]);
    await delivered(c, carol);
    expect(c.names).toEqual(['ready', 'message.sent']);
  });

  it.skipIf(!env)(
    'delivers posts to followers, and likes and comments to the author and where the post is on screen',
    async () => {
      const [a, b, c] = await Promise.all([listen(alice), listen(bob), listen(carol)]);
      const [postId, other] = [await publish(bob), await publish(bob)];
      const created = [postId, other].map((id) => ({ name: 'post.created', postId: id, authorId: bob.userId }));
      // Each post is published once its readers are known, so the two events may arrive in either order.
      const byPost = (one: { postId: number }, two: { postId: number }) => one.postId - two.postId;
      await expect.poll(() => a.of('post.created').toSorted(byPost)).toEqual(created);
      expect((await watch(carol, c, [postId])).status).toBe(200);
      for (const each of [postId, other]) await like(alice, each);
      await comment(alice, postId, 'nice');
      await expect.poll(() => c.names).toEqual(['ready', 'post.liked', 'comment.created']);
      expect(c.of('comment.created')[0]).toMatchObject({ comment: { content: 'nice' }, commentsCount: 1 });
      await expect
        .poll(() =>
          b
            .of('post.liked')
            .map((each) => each.postId)
            .toSorted((x, y) => x - y),
        )
        .toEqual([postId, other]);
      expect(b.names).toContain('notification.created');
      await watch(carol, c, [other]);
      await like(carol, postId);
      await expect.poll(() => b.of('post.liked').length).toBe(3);
      await bob.delete(`/posts/${postId}`);
      await expect.poll(() => a.of('post.deleted')).toEqual([{ name: 'post.deleted', postId }]);
      await delivered(c, carol);
      expect(c.names).toEqual(['ready', 'post.liked', 'comment.created', 'message.sent']);
      expect(a.of('post.liked')).toEqual([]);
    },
  );

  it.skipIf(!env)('receives the list of posts on screen through any process', async () => {
    const c = await listen(carol);
    const another = await buildApp({ ...server.deps, streams: new Streams(server.deps.domain) });
    const postId = await publish(bob);
    const subscription = await another.inject({
      method: 'POST',
      url: '/trpc/live.watch',
      headers: { authorization: `Bearer ${carol.token}` },
      payload: { streamId: c.of('ready')[0].streamId, postIds: [postId], ranking: true },
    });
    expect(subscription.statusCode).toBe(200);
    await expect
      .poll(async () => {
        await like(alice, postId);
        await unlike(alice, postId);
        return c.of('post.liked').length > 0;
      })
      .toBe(true);
    await server.deps.domain.live.publish({ name: 'popular.published', to: null, payload: { snapshotId: 1 } });
    await expect.poll(() => c.of('popular.published').length).toBe(1);
    await another.close();
  });

  it.skipIf(!env)('ends with its session, however that ended', async () => {
    const dropped = await listen(carol);
    const kept = await listen(bob);
    await probe(server.deps.domain.db, 'delete from sessions where user_id = $1', [carol.userId]);
    await expect.poll(() => dropped.ended).toBe(true);
    expect(kept.ended).toBe(false);
    await bob.post('/auth/logout');
    await expect.poll(() => kept.ended).toBe(true);
  });
});

describe('the live stream', () => {
  beforeAll(() => start({}));
  afterAll(() => server.close());

  it('has the counts of the tables, also in an event that arrives after a later one', async () => {
    const c = await listen(carol);
    const postId = await publish(bob);
    await watch(carol, c, [postId]);
    await like(alice, postId);
    await expect.poll(() => c.of('post.liked').length).toBe(1);
    const payload = { postId, authorId: bob.userId, userId: alice.userId, liked: false };
    await server.deps.domain.live.publish({ name: 'post.liked', to: null, payload });
    await expect.poll(() => c.of('post.liked').map(({ likesCount }) => likesCount)).toEqual([1, 1]);
    await comment(alice, postId, 'nice');
    await expect.poll(() => c.of('comment.created').map(({ commentsCount }) => commentsCount)).toEqual([1]);
    await alice.delete(`/comments/${c.of('comment.created')[0].comment.commentId}`);
    await expect.poll(() => c.of('comment.deleted').map(({ commentsCount }) => commentsCount)).toEqual([0]);
  });

  it('delivers nothing more of a post on screen once it is narrowed', async () => {
    const [b, c] = await Promise.all([listen(bob), listen(carol)]);
    const [closed, narrowed] = [await publish(bob, 'hello', { audience: 'friends' }), await publish(bob)];
    await watch(carol, c, [closed, narrowed, 999_999]);
    for (const each of [closed, narrowed]) await like(bob, each);
    await expect.poll(() => c.of('post.liked').map(({ postId }) => postId)).toEqual([narrowed]);
    await bob.patch(`/posts/${narrowed}`, { caption: 'for me', audience: 'private' });
    await expect.poll(() => c.of('post.changed').length).toBe(1);
    await unlike(bob, narrowed);
    await comment(bob, narrowed, 'alone');
    await expect.poll(() => b.of('comment.created').length).toBe(1);
    await delivered(c, carol);
    expect([c.of('post.liked').length, c.of('comment.created').length]).toEqual([1, 0]);
  });

  it('lets only its own member report what is on screen, and at most one screenful', async () => {
    const c = await listen(carol);
    const postId = await publish(bob);
    await watch(carol, c, [postId]);
    // Alice uses the id of carol's stream, as if she had learnt it: the subscriptions of carol's stream do not change.
    await watch(alice, c, []);
    await like(alice, postId);
    await expect.poll(() => c.of('post.liked').length).toBe(1);
    expect((await watch(carol, c, Array(101).fill(postId))).status).toBe(400);
    expect((await carol.mutate('live.watch', { streamId: 'of.nobody', postIds: [postId] })).status).toBe(200);
  });

  /** Inserts messages directly into the database, so that no event is published, and returns their ids. */
  const missed = async (count: number): Promise<number[]> => {
    const { db } = server.deps.domain;
    const { rows } = await probe(
      db,
      `insert into messages (sender_id, receiver_id, chat_id, content)
       select $1, $2, $3, 'missed ' || n from generate_series(1, $4::int) n returning id`,
      [alice.userId, bob.userId, await directChat(db, alice.userId, bob.userId), count],
    );
    return rows.map(({ id }) => id);
  };

  it('replays the newest 500 messages when events were lost, then continues after the newest', async () => {
    const b = await listen(bob);
    await write(alice, bob, 'before');
    await expect.poll(() => b.of('message.sent').length).toBe(1);
    b.items.length = 0;
    const ids = await missed(600);
    await server.deps.domain.live.publish({ name: 'events.lost', to: null, payload: {} });
    await expect.poll(() => b.names.at(-1)).toBe('ready');
    expect(messageIds(b)).toEqual(ids.slice(-500));
    expect(Number(b.items.at(-1)?.id)).toBe(ids.at(-1));
    await write(alice, bob, 'after');
    await expect.poll(() => b.of('message.sent').at(-1)?.message.content).toBe('after');
  });

  it('replays at most 500 messages when asked for everything since the beginning', async () => {
    const ids = await missed(600);
    const all = await Promise.all(Array.from({ length: 3 }, () => listen(bob, '0')));
    for (const each of all) {
      expect(messageIds(each)).toEqual(ids.slice(-500));
      expect(each.names.at(-1)).toBe('ready');
    }
  });

  it('resumes after a gap without losing a message; repeated ones are recognised by id', async () => {
    const first = await listen(bob);
    await write(alice, bob, 'before');
    await expect.poll(() => first.of('message.sent').length).toBe(1);
    const lastEventId = first.items.at(-1)?.id as string;
    first.close();
    for (const content of ['one', 'two', 'three']) await write(alice, bob, content);
    const second = await listen(bob, lastEventId);
    await write(alice, bob, 'after');
    await expect.poll(() => second.of('message.sent').at(-1)?.message.content).toBe('after');
    const seen = [...first.of('message.sent'), ...second.of('message.sent')].map(({ message }) => message);
    const once = [...new Map(seen.map((message) => [message.messageId, message.content]))];
    const inOrder = once.sort(([a], [b]) => a - b).map(([, content]) => content);
    expect(inOrder.slice(-5)).toEqual(['before', 'one', 'two', 'three', 'after']);
  });
});
