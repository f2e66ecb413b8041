import { probe } from '@kith/db/testing';
import { startRedis } from '@kith/platform/testing/stores';
import { type Browser, createCaller } from '@kith/trpc';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { Streams } from '../live/streams.ts';
import { cast, type Person, startTestApp, type TestApp } from '../testing/testApp.ts';

interface Item {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an answer is what it asserts
  data: any;
}

/** A browser's stream, read line by line from the socket. */
class Listener {
  readonly items: Item[] = [];
  readonly #stop = new AbortController();
  ended = false;

  async open(origin: string, person: Person, lastEventId?: string): Promise<this> {
    const input = lastEventId === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ lastEventId }))}`;
    const answer = await fetch(`${origin}/trpc/live.stream${input}`, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: this.#stop.signal,
    });
    this.#read(answer.body as ReadableStream<Uint8Array>).catch(() => {
      this.ended = true;
    });
    await expect.poll(() => this.names, { timeout: 10_000 }).toContain('ready');
    return this;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = ''] = /^id: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.+)$/m.exec(block) ?? [];
        if (data && !block.startsWith('event: connected')) this.items.push({ id, data: JSON.parse(data) });
        if (block.includes('event: return')) this.ended = true;
      }
    }
    this.ended = true;
  }

  get names(): string[] {
    return this.items.map(({ data }) => data.name);
  }

  of = (name: string) => this.items.filter(({ data }) => data.name === name).map(({ data }) => data);

  close = () => this.#stop.abort();
}

const redis = await startRedis();
afterAll(() => redis?.stop());

const buses: [string, Record<string, string> | null][] = [
  ['PostgreSQL', {}],
  ['Redis', redis && { REDIS_URL: redis.url }],
];

// Redis tests are skipped only if redis-server is not installed; CI installs it.
describe.each(buses)('the live stream over %s', (_name, env) => {
  let server: TestApp;
  let origin: string;
  let alice: Person;
  let bob: Person;
  let carol: Person;
  let open: Listener[] = [];

  const listen = async (person: Person, lastEventId?: string) => {
    const listener = await new Listener().open(origin, person, lastEventId);
    open.push(listener);
    return listener;
  };

  beforeAll(async () => {
    if (!env) return;
    server = await startTestApp(env);
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ alice, bob, carol } = await cast(server.app));
    await alice.post('/follows', { followerId: alice.userId, followedId: bob.userId });
  });
  afterEach(() => {
    for (const listener of open) listener.close();
    open = [];
  });
  afterAll(() => server?.close());

  const say = (from: Person, to: Person, content: string) =>
    from.post('/messages', { senderId: from.userId, receiverId: to.userId, content });
  /**
   * Waits until a stream has delivered everything published so far: the stream preserves the order, so a message sent now comes
   * last.
   */
  const delivered = async (listener: Listener, who: Person) => {
    const before = listener.of('message.sent').length;
    await say(who === alice ? bob : alice, who, 'the last event');
    await expect.poll(() => listener.of('message.sent').length).toBe(before + 1);
  };

  it.skipIf(!env)('delivers a message to its two members only', async () => {
    const [a, b, c] = await Promise.all([listen(alice), listen(bob), listen(carol)]);
    await say(alice, bob, 'hello');
    await expect.poll(() => b.of('message.sent').length).toBe(1);
    await expect.poll(() => a.of('message.sent').length).toBe(1);
    expect(b.of('message.sent')[0].message).toMatchObject({ content: 'hello', sender: { userId: alice.userId } });
    await bob.mutate('messages.markConversationRead', { withUserId: alice.userId });
    await expect.poll(() => a.of('message.read').length).toBe(1);
    await bob.mutate('messages.typing', { withUserId: alice.userId });
    await expect.poll(() => a.of('message.typing')).toEqual([{ name: 'message.typing', senderId: bob.userId }]);
    await delivered(c, carol);
    expect(c.names).toEqual(['ready', 'message.sent']);
  });

  const watch = (who: Person, listener: Listener, postIds: number[], more: object = {}) =>
    who.mutate('live.watch', { streamId: listener.of('ready')[0].streamId, postIds, ...more });
  const postOf = async (who: Person, more: object = {}): Promise<number> =>
    (await who.post('/posts', { userId: who.userId, caption: 'new', ...more })).body.data.postId;
  const like = (who: Person, postId: number) => who.post('/likes', { userId: who.userId, postId });

  it.skipIf(!env)('can be iterated within the process, by the typed procedure', async () => {
    const session = await server.deps.sessions.resolve(alice.token as string);
    const { streams, domain } = server.deps;
    const browser = { openStream: streams.open.bind(streams) } as unknown as Browser;
    const subscription = await createCaller({ domain, session, browser }).live.stream();
    const names: string[] = [];
    await say(bob, alice, 'Hello');
    // The type is cast, because tRPC's types describe what its client returns.
    for await (const [, item] of subscription as unknown as AsyncIterable<[string, { name: string }]>) {
      names.push(item.name);
      if (item.name === 'message.sent') break;
    }
    expect(names.slice(0, 1)).toEqual(['ready']);
    expect(streams.size).toBe(open.length);
  });

  it.skipIf(!env)('delivers posts to followers, and notifications to the author', async () => {
    const [a, b, c] = await Promise.all([listen(alice), listen(bob), listen(carol)]);
    const postId = await postOf(bob);
    await expect.poll(() => a.of('post.created')).toEqual([{ name: 'post.created', postId, authorId: bob.userId }]);
    await like(alice, postId);
    await alice.post('/comments', { userId: alice.userId, postId, content: 'nice' });
    await expect
      .poll(() => b.names)
      .toEqual(expect.arrayContaining(['post.liked', 'comment.created', 'notification.created']));
    expect(b.of('comment.created')[0]).toMatchObject({ comment: { content: 'nice' }, commentsCount: 1 });
    await bob.call('DELETE', `/posts/${postId}`);
    await expect.poll(() => a.of('post.deleted')).toEqual([{ name: 'post.deleted', postId }]);
    await delivered(c, carol);
    expect(c.names).toEqual(['ready', 'message.sent']);
  });

  it.skipIf(!env)('delivers likes and comments only to members who have the post on screen', async () => {
    const [a, b, c] = await Promise.all([listen(alice), listen(bob), listen(carol)]);
    const [postId, other] = [await postOf(bob), await postOf(bob)];
    expect((await watch(carol, c, [postId])).status).toBe(200);
    for (const each of [postId, other]) await like(alice, each);
    await alice.post('/comments', { userId: alice.userId, postId, content: 'nice' });
    await expect.poll(() => c.names).toEqual(['ready', 'post.liked', 'comment.created']);
    await expect.poll(() => b.of('post.liked').map((each) => each.postId)).toEqual([postId, other]);
    await watch(carol, c, [other]);
    await like(carol, postId);
    await expect.poll(() => b.of('post.liked').length).toBe(3);
    await delivered(c, carol);
    await delivered(a, alice);
    expect(c.of('post.liked').map((each) => each.postId)).toEqual([postId]);
    expect(a.of('post.liked')).toEqual([]);
  });

  it.skipIf(!env)(
    'delivers nothing of a post the member may not see, even when the client claims to show it',
    async () => {
      const [b, c] = await Promise.all([listen(bob), listen(carol)]);
      const [closed, narrowed] = [await postOf(bob, { audience: 'friends' }), await postOf(bob)];
      await watch(carol, c, [closed, narrowed, 999_999]);
      for (const each of [closed, narrowed]) await like(bob, each);
      await expect.poll(() => c.of('post.liked').map(({ postId }) => postId)).toEqual([narrowed]);
      await bob.call('PATCH', `/posts/${narrowed}`, { caption: 'for me', audience: 'private' });
      await expect.poll(() => c.of('post.changed').length).toBe(1);
      const unlike = { userId: bob.userId, postId: narrowed };
      await bob.call('DELETE', '/likes', unlike);
      await bob.post('/comments', { ...unlike, content: 'alone' });
      await expect.poll(() => b.of('comment.created').length).toBe(1);
      await delivered(c, carol);
      expect(c.of('post.liked').length).toBe(1);
      expect(c.of('comment.created')).toEqual([]);
    },
  );

  it.skipIf(!env)('lets only its own member report what is on screen, and at most one screenful', async () => {
    const [b, c] = await Promise.all([listen(bob), listen(carol)]);
    const postId = await postOf(bob);
    await watch(carol, c, [postId]);
    // Alice uses the id of carol's stream, as if she had learnt it: the subscriptions of carol's stream do not change.
    await watch(alice, c, []);
    await like(alice, postId);
    await expect.poll(() => c.of('post.liked').length).toBe(1);
    expect((await watch(carol, c, Array(101).fill(postId))).status).toBe(400);
    expect((await carol.mutate('live.watch', { streamId: 'of.nobody', postIds: [postId] })).status).toBe(200);
    expect(b.ended).toBe(false);
  });

  it.skipIf(!env)('receives the list of posts on screen through any process', async () => {
    const c = await listen(carol);
    const another = await buildApp({ ...server.deps, streams: new Streams(server.deps.domain) });
    const postId = await postOf(bob);
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
        await alice.call('DELETE', '/likes', { userId: alice.userId, postId });
        return c.of('post.liked').length > 0;
      })
      .toBe(true);
    await server.deps.domain.live.publish({ name: 'popular.published', to: null, payload: { snapshotId: 1 } });
    await expect.poll(() => c.of('popular.published').length).toBe(1);
    await another.close();
  });

  /** Inserts messages directly into the database, so that no event is published, and returns their ids. */
  const missed = async (count: number): Promise<number[]> => {
    const { rows } = await probe(
      server.deps.domain.db,
      `insert into messages (sender_id, receiver_id, content)
       select $1, $2, 'missed ' || n from generate_series(1, $3::int) n returning id`,
      [alice.userId, bob.userId, count],
    );
    return rows.map(({ id }) => id);
  };
  const messageIds = (listener: Listener) => listener.of('message.sent').map(({ message }) => message.messageId);

  it.skipIf(!env)(
    'replays the newest 500 messages when events were lost, then continues after the newest',
    async () => {
      const b = await listen(bob);
      await say(alice, bob, 'before');
      await expect.poll(() => b.of('message.sent').length).toBe(1);
      b.items.length = 0;
      const ids = await missed(1200);
      await server.deps.domain.live.publish({ name: 'events.lost', to: null, payload: {} });
      await expect.poll(() => b.names.at(-1)).toBe('ready');
      expect(messageIds(b)).toEqual(ids.slice(-500));
      expect(Number(b.items.at(-1)?.id)).toBe(ids.at(-1));
      await say(alice, bob, 'after');
      await expect.poll(() => b.of('message.sent').at(-1)?.message.content).toBe('after');
    },
  );

  it.skipIf(!env)('replays at most 500 messages when asked for everything since the beginning', async () => {
    const ids = await missed(600);
    const all = await Promise.all(Array.from({ length: 10 }, () => listen(bob, '0')));
    for (const each of all) {
      expect(messageIds(each)).toEqual(ids.slice(-500));
      expect(each.names.at(-1)).toBe('ready');
    }
  });

  it.skipIf(!env)('resumes after a gap without losing a message; repeated ones are recognised by id', async () => {
    const first = await listen(bob);
    await say(alice, bob, 'before');
    await expect.poll(() => first.of('message.sent').length).toBe(1);
    const lastEventId = first.items.at(-1)?.id as string;
    first.close();
    for (const content of ['one', 'two', 'three']) await say(alice, bob, content);
    const second = await listen(bob, lastEventId);
    await say(alice, bob, 'after');
    await expect.poll(() => second.of('message.sent').at(-1)?.message.content).toBe('after');
    const seen = [...first.of('message.sent'), ...second.of('message.sent')].map(({ message }) => message);
    const once = new Map(seen.map((message) => [message.messageId, message.content]));
    expect(
      [...once]
        .sort(([a], [b]) => a - b)
        .map(([, content]) => content)
        .slice(-5),
    ).toEqual(['before', 'one', 'two', 'three', 'after']);
  });

  it.skipIf(!env)('ends within five seconds of its session, however that ended', async () => {
    const dropped = await listen(carol);
    const kept = await listen(bob);
    await probe(server.deps.domain.db, 'delete from sessions where user_id = $1', [carol.userId]);
    await expect.poll(() => dropped.ended, { timeout: 5_000 }).toBe(true);
    expect(kept.ended).toBe(false);
    await bob.post('/auth/logout');
    await expect.poll(() => kept.ended, { timeout: 5_000 }).toBe(true);
  });
});
