import { probe } from '@kith/db/testing';
import { recountCounters } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { comment, follow, like, publish, unlike } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol } = await castForFile();

const unfollow = (who: Person, whom: Person) =>
  who.delete('/follows', { followerId: who.userId, followedId: whom.userId });

const counts = async (table: string) =>
  (await probe(server.deps.domain.db, `select count(*) as rows from ${table}`)).rows[0].rows as number;

describe('follow, post, feed', () => {
  it('shows a followed member’s post in the feed, in tRPC and REST, newest first', async () => {
    expect((await follow(alice, bob)).body.data).toEqual({
      following: true,
      state: 'following',
      followersCount: 1,
    });
    const first = await publish(bob, 'first @alice #sun');
    const second = await publish(bob, 'second');
    await publish(carol, 'not for alice');
    const feed = await alice.query('feed.home', { limit: 10 });
    expect(feed.body.result.data.items.map((item: { postId: number }) => item.postId)).toEqual([second, first]);
    expect(feed.body.result.data.items[1]).toMatchObject({
      caption: 'first @alice #sun',
      latitude: null,
      longitude: null,
      user: { userName: 'bob' },
      likesCount: 0,
      commentsCount: 0,
      likedByMe: false,
    });
    const read = await alice.get('/feed');
    expect(read.body.data).toEqual(feed.body.result.data.items);
    expect((await bob.get('/feed')).body.data).toMatchObject([{ postId: second }, { postId: first }]);
    const own = await bob.get(`/users/${bob.userId}/posts`);
    expect(own.body.data.map((item: { postId: number }) => item.postId)).toEqual([second, first]);
    expect((await bob.get(`/posts/user/${bob.userId}/count`)).body.data).toBe(2);
  });

  it('pages without gaps or duplicates while posts arrive', async () => {
    for (let i = 0; i < 7; i++) await publish(bob, `page ${i}`);
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await alice.query('feed.home', { limit: 3, cursor });
      seen.push(...body.result.data.items.map((item: { postId: number }) => item.postId));
      cursor = body.result.data.nextCursor;
      await publish(bob, 'arrives meanwhile');
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(9);
  });

  it('creates one post for a retry with the same client id', async () => {
    const clientId = crypto.randomUUID();
    const before = await counts('posts');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => alice.post('/posts', { userId: alice.userId, caption: 'once', clientId })),
    );
    const ids = new Set(answers.map(({ body }) => body.data?.postId));
    expect([ids.size, (await counts('posts')) - before]).toEqual([1, 1]);
  });
});

describe('authorization', () => {
  it('refuses to act as another member, and changes nothing', async () => {
    const postId = await publish(bob, 'mine');
    const tables = ['posts', 'likes', 'follows', 'comments', 'messages'];
    const before = await Promise.all(tables.map(counts));
    const forged: [string, string, object][] = [
      ['POST', '/posts', { userId: bob.userId, caption: 'as bob' }],
      ['PATCH', `/posts/${postId}`, { userId: bob.userId, caption: 'as bob' }],
      ['PATCH', `/posts/${postId}`, { userId: carol.userId, caption: 'taken over' }],
      ['DELETE', `/posts/${postId}`, {}],
      ['POST', '/likes', { userId: bob.userId, postId }],
      ['DELETE', '/likes', { userId: bob.userId, postId }],
      ['POST', '/follows', { followerId: bob.userId, followedId: alice.userId }],
      ['POST', '/comments', { userId: bob.userId, postId, content: 'as bob' }],
      ['POST', '/messages', { senderId: bob.userId, receiverId: alice.userId, content: 'as bob' }],
      ['PATCH', `/users/${bob.userId}`, { bio: 'as bob' }],
      ['DELETE', `/users/${bob.userId}`, {}],
    ];
    for (const [method, url, payload] of forged) {
      const { status, body } = await carol.call(method, url, payload);
      expect([method, url, status, body.code]).toEqual([method, url, 403, 'forbidden']);
    }
    expect((await carol.get(`/messages/conversation/${alice.userId}/${bob.userId}`)).status).toBe(403);
    expect(await Promise.all(tables.map(counts))).toEqual(before);
  });
});

describe('under concurrency', () => {
  it('likes, comments, follows and their undoing leave every counter equal to its rows', async () => {
    const postId = await publish(bob, 'popular');
    const members = [alice, bob, carol] as const;
    const calls = Array.from({ length: 90 }, (_, i) => {
      const [who, whom] = [members[i % 3], members[(i + 1) % 3]] as [Person, Person];
      const kinds = [like, unlike, like, (by: Person) => comment(by, postId, 'hi')];
      if (i % 6 < 4) return kinds[(i * 7) % 4]?.(who, postId);
      return i % 6 === 4 ? follow(who, whom) : unfollow(who, whom);
    });
    expect((await Promise.all(calls)).filter((answer) => (answer?.status ?? 0) >= 400)).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    const entries = await sql(`select n.actors_count, count(distinct e.actor_id)::int as actors
      from notifications n join notification_events e on e.notification_id = n.id group by n.id`);
    expect(entries.filter(({ actors_count, actors }) => actors_count !== actors)).toEqual([]);
  });

  it('posts, follows and unfollows leave a feed of exactly the posts of followed members', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    const kinds = [() => publish(bob), () => follow(dora, bob), () => unfollow(dora, bob)];
    await Promise.all(Array.from({ length: 60 }, (_, i) => kinds[i % 3]?.()));
    await follow(dora, bob);
    const all = await sql('select id from posts where author_id = $1 order by created_at desc, id desc', [bob.userId]);
    const idsOf = async () =>
      (await dora.query('feed.home', { limit: 500 })).body.result.data.items.map(
        ({ postId }: { postId: number }) => postId,
      );
    expect(await idsOf()).toEqual(all.map(({ id }) => id));
    await unfollow(dora, bob);
    expect(await idsOf()).toEqual([]);
  });

  it('twenty mutual follows create one follow in each direction', async () => {
    const [ann, ben] = [await signUpAndIn(server.app, 'ann'), await signUpAndIn(server.app, 'ben')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? follow(ben, ann) : follow(ann, ben))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await alice.get(`/${ben.userId}/followers/count`)).body.data).toBe(1);
    expect((await alice.get(`/${ben.userId}/following/count`)).body.data).toBe(1);
  });
});

describe('notifications', () => {
  it('group likes, but not one’s own, lose a like that is taken back before it was read, and disappear with the last one', async () => {
    const postId = await publish(carol, 'liked for a moment');
    const listed = async () => {
      const { items } = (await carol.query('notifications.list', { kind: 'like' })).body.result.data;
      return items.filter((item: { post: { postId: number } }) => item.post.postId === postId);
    };
    const unread = async () => (await carol.query('notifications.unreadCount')).body.result.data.count;
    const before = await unread();
    await like(carol, postId);
    for (const person of [alice, bob]) await like(person, postId);
    expect(await listed()).toMatchObject([{ actorsCount: 2, actors: [{ userName: 'bob' }, { userName: 'alice' }] }]);
    await unlike(bob, postId);
    expect(await listed()).toMatchObject([{ actorsCount: 1, actors: [{ userName: 'alice' }] }]);
    await unlike(alice, postId);
    expect([await listed(), await unread()]).toEqual([[], before]);
    // A read notification stays read, and the same member is not notified twice.
    await like(alice, postId);
    await carol.mutate('notifications.markAllRead');
    await unlike(alice, postId);
    await like(alice, postId);
    expect(await listed()).toMatchObject([{ actorsCount: 1, read: true }]);
    // Neither does a like from before that is given again.
    await like(bob, postId);
    expect([await listed(), await unread()]).toMatchObject([[{ actorsCount: 2, read: true }], 0]);
    await unlike(bob, postId);
    // A new like makes it unread until it is taken back, or its member is blocked, who then does not count either.
    const [dan, eve] = [await signUpAndIn(server.app, 'dan'), await signUpAndIn(server.app, 'eve')];
    const ends = [() => unlike(dan, postId), () => carol.post('/blocks', { userId: eve.userId })] as const;
    for (const [at, end] of ends.entries()) {
      await like([dan, eve][at] as Person, postId);
      expect([await listed(), await unread()]).toMatchObject([[{ actorsCount: 2, read: false }], 1]);
      await end();
      expect([await listed(), await unread()]).toMatchObject([[{ actorsCount: 1, read: true }], 0]);
    }
  });
});
