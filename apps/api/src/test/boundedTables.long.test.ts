// Long: likes, follows and deletes in the ten thousands; other tests run the same jobs with few rows.
import { expiredQueries } from '@kith/db';
import {
  type Actor,
  type Context,
  createPost,
  deletePost,
  deliverNotifications,
  erasePosts,
  eraseUser,
  fanOutPost,
  homeFeed,
  likePost,
  recountCounters,
  removeExpired,
  unlikePost,
} from '@kith/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { follow, publish } from '../testing/actions.ts';
import { killedAtEveryStep as killed } from '../testing/killedAtEveryStep.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice, bob } = await castForFile();
let memberIds: number[];

beforeAll(async () => {
  const made = await sql(`insert into users (user_name, email, identity_uid, auth_provider, password_hash)
    select 'crowd' || i, 'c' || i || '@kith.test', 'crowd-' || i, 'email', '-' from generate_series(1, 150) i returning id`);
  memberIds = made.map(({ id }) => id);
});

const actorFor = (userId: number): Actor => ({ userId, sessionId: '', reauthenticatedAt: null });
const like = (userId: number, postId: number) => likePost(server.deps.domain, actorFor(userId), { userId, postId });
const unlike = (userId: number, postId: number) => unlikePost(server.deps.domain, actorFor(userId), { userId, postId });

const killedAtEveryStep = (job: (ctx: Context) => Promise<void>) => killed(server.deps.domain, job);

const traces = ['likes', 'comments', 'notification_events', 'notifications', 'popular_entries', 'images'];

async function left(postId: number): Promise<string[]> {
  const counts = await Promise.all(traces.map((table) => sql(`select from ${table} where post_id = $1`, [postId])));
  return traces.filter((_, index) => (counts[index]?.length ?? 0) > 0);
}

async function manyLike(postId: number): Promise<void> {
  await sql('insert into likes (user_id, post_id) select unnest($1::bigint[]), $2', [memberIds, postId]);
  await sql(`insert into comments (author_id, post_id, content) select unnest($1::bigint[]), $2, 'me too'`, [
    memberIds,
    postId,
  ]);
  await sql(`select notify_member($1, 'comment', c.author_id, $2, c.id) from comments c where c.post_id = $2`, [
    alice.userId,
    postId,
  ]);
  await deliverNotifications(server.deps.domain);
  await sql('update posts set likes_count = 150, comments_count = 150 where id = $1', [postId]);
}

describe('a deleted post', () => {
  it('disappears from every endpoint at once, before its rows are deleted', async () => {
    const postId = await publish(alice, 'Hush, @bob');
    await follow(bob, alice);
    await bob.post('/likes', { userId: bob.userId, postId });
    const comment = await bob.post('/comments', { userId: bob.userId, postId, content: 'hello' });
    await manyLike(postId);
    const shown = async ({ query, get }: Person) => {
      const endpoints = await Promise.all([
        query('feed.home'),
        query('posts.list'),
        query('posts.byUser', { userId: alice.userId }),
        query('notifications.list'),
        query('likes.list'),
        get(`/likes?userId=${bob.userId}`),
        query('posts.popular'),
      ]);
      return JSON.stringify(endpoints.map(({ body }) => body));
    };
    expect(await shown(bob)).toContain('Hush');
    const domain = { ...server.deps.domain, queue: { ...server.deps.domain.queue, add: async () => {} } };
    await deletePost(domain, actorFor(alice.userId), { postId });

    expect((await left(postId)).length).toBeGreaterThan(2);
    for (const person of [alice, bob]) {
      const all = await shown(person);
      expect(all).not.toContain('Hush');
      expect(all).not.toContain(`"postId":${postId},`);
      expect(all).not.toContain(`"postId":${postId}}`);
      const asked = [
        person.get(`/likes/count/${postId}`),
        person.get(`/comments/post/${postId}`),
        person.post('/likes', { userId: person.userId, postId }),
        person.post('/comments', { userId: person.userId, postId, content: 'still there?' }),
        person.patch(`/posts/${postId}`, { caption: 'mine' }),
        person.delete(`/posts/${postId}`),
      ];
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 404 && status !== 200)).toEqual([]);
      expect(statuses.slice(2)).toEqual([404, 404, 404, 404]);
    }
    expect((await bob.query('notifications.unreadCount')).body.result.data).toEqual({ count: 0 });
    expect(comment.status).toBe(201);
    const [row] = await sql('select caption, location, image_id from posts where id = $1', [postId]);
    expect(row).toEqual({ caption: '-', location: null, image_id: null });
    expect(await sql('select posts_count from users where id = $1', [alice.userId])).toEqual([{ posts_count: 0 }]);
    await erasePosts(server.deps.domain, { postId });
    expect(await sql('select from posts where id = $1', [postId])).toEqual([]);
    expect(await left(postId)).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });

  it('is erased by a job that can be killed at every step, or lost', async () => {
    const [first, second] = [await publish(alice), await publish(alice)];
    for (const postId of [first, second]) {
      await manyLike(postId);
      await alice.delete(`/posts/${postId}`);
    }
    expect(await killedAtEveryStep((ctx) => erasePosts(ctx, { postId: first }))).toBeGreaterThan(3);
    expect(await left(first)).toEqual([]);
    // The deletion job of the second post was lost with the queue; the scheduled job finds the post.
    await erasePosts(server.deps.domain, {});
    expect(await left(second)).toEqual([]);
    expect(await sql('select from posts where author_id = 0')).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });

  it('is erased with its author by a job that can be killed at every step', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    const posts = [await publish(dora), await publish(dora)];
    for (const postId of posts) await manyLike(postId);
    await dora.post('/likes', { userId: dora.userId, postId: await publish(alice) });
    for (const userId of memberIds.slice(0, 5))
      await sql('insert into follow_requests values ($1, $2)', [userId, dora.userId]);
    await dora.post('/blocks', { userId: bob.userId });
    expect((await dora.delete(`/users/${dora.userId}`)).status).toBe(200);
    expect(await killedAtEveryStep((ctx) => eraseUser(ctx, { userId: dora.userId }))).toBeGreaterThan(10);
    for (const postId of posts) expect(await left(postId)).toEqual([]);
    expect(await sql('select from posts where author_id = $1', [dora.userId])).toEqual([]);
    expect(await sql('select from follow_requests where followed_id = $1', [dora.userId])).toEqual([]);
    expect(await sql('select from blocks where blocker_id = $1', [dora.userId])).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });
});

describe('a post of a member with very many followers', () => {
  it('writes nothing into their feeds, which show it all the same', async () => {
    const eve = await signUpAndIn(server.app, 'eve');
    // The followers are inserted in batches, because statements have a time-out of 10 s.
    for (let first = 1; first <= 40_000; first += 2_000)
      await sql(
        `with made as (
           insert into users (user_name, email, identity_uid, auth_provider, password_hash, following_count)
           select 'fan' || i, 'f' || i || '@kith.test', 'fan-' || i, 'email', '-', 1 from generate_series($2::int, $2::int + 1999) i
           returning id
         ) insert into follows (follower_id, followed_id) select id, $1 from made`,
        [eve.userId, first],
      );
    await sql('update users set followers_count = 40000 where id = $1', [eve.userId]);
    const written = async () =>
      (await sql('select pg_current_wal_insert_lsn() - $1::pg_lsn as bytes', ['0/0']))[0].bytes;
    const before = await written();
    const { postId } = await createPost(server.deps.domain, actorFor(eve.userId), {
      userId: eve.userId,
      caption: 'to all',
    });
    await fanOutPost(server.deps.domain, { postId });
    expect(Number(await written()) - Number(before)).toBeLessThan(5_000_000);
    expect(await sql('select from feed_entries where post_id = $1', [postId])).toEqual([]);
    const [{ fan }] = await sql('select max(follower_id) as fan from follows where followed_id = $1', [eve.userId]);
    const { items } = await homeFeed(server.deps.domain, actorFor(fan), { limit: 50 });
    expect(items.map((each) => each.postId)).toEqual([postId]);
  }, 120_000);
});

describe('a post with very many likes', () => {
  const entry = async (postId: number) => {
    const [row] = await sql(
      `select n.actors_count as actors, n.unlisted_count as unlisted, n.read_at is null as unread,
         (select count(*) from notification_events where notification_id = n.id) as events
       from notifications n where n.post_id = $1 and n.kind = 'like'`,
      [postId],
    );
    return row;
  };

  it('lists a hundred likers and counts all, including unlikes and repeated likes', async () => {
    const postId = await publish(alice);
    for (let at = 0; at < memberIds.length; at += 10)
      await Promise.all(memberIds.slice(at, at + 10).map((id) => like(id, postId)));
    expect(await entry(postId)).toEqual({ actors: 150, unlisted: 50, unread: true, events: 100 });
    const { items } = (await alice.query('notifications.list')).body.result.data;
    expect(items[0]).toMatchObject({ kind: 'like', actorsCount: 150, read: false });

    const unlisted = await sql(
      'select user_id as id from likes l where post_id = $1 and not exists (select from notification_events e where e.actor_id = l.user_id and e.post_id = $1)',
      [postId],
    );
    expect(unlisted).toHaveLength(50);
    const [one, two] = unlisted.map(({ id }) => id) as [number, number];
    await unlike(one, postId);
    expect(await entry(postId)).toMatchObject({ actors: 149, unlisted: 49 });
    for (let again = 0; again < 5; again += 1) {
      await like(one, postId);
      await like(one, postId);
      await unlike(one, postId);
    }
    await like(one, postId);
    expect(await entry(postId)).toMatchObject({ actors: 150, unlisted: 50 });
    // One of the listed actors unlikes and likes again, which notifies the author only once.
    const [listed] = await sql('select actor_id as id from notification_events where post_id = $1 limit 1', [postId]);
    await unlike(listed.id, postId);
    await like(listed.id, postId);
    expect(await entry(postId)).toMatchObject({ actors: 150, unlisted: 50, events: 100 });

    for (const id of [two, listed.id]) {
      await sql(
        `update users set deleted_at = now(), user_name = null, email = null, password_hash = null where id = $1`,
        [id],
      );
      await eraseUser(server.deps.domain, { userId: id });
    }
    expect(await entry(postId)).toMatchObject({ actors: 148, unlisted: 49, events: 99 });
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    memberIds = memberIds.filter((id) => ![two, listed.id].includes(id));
  });

  it('renews its notification with a new name once the notification was read or a minute has passed', async () => {
    const postId = await publish(alice);
    for (const id of memberIds.slice(0, 102)) await like(id, postId);
    expect(await entry(postId)).toMatchObject({ actors: 102, unlisted: 2, unread: true });
    await alice.mutate('notifications.markAllRead');
    await like(memberIds[102] as number, postId);
    expect(await entry(postId)).toEqual({ actors: 103, unlisted: 2, unread: true, events: 101 });
    await like(memberIds[103] as number, postId);
    await sql(`update notifications set updated_at = now() - interval '61 seconds' where post_id = $1`, [postId]);
    await like(memberIds[104] as number, postId);
    expect(await entry(postId)).toEqual({ actors: 105, unlisted: 3, unread: true, events: 102 });
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });

  it('counts correctly under concurrent likes and unlikes', async () => {
    const postId = await publish(alice);
    await Promise.all(memberIds.map((id) => like(id, postId)));
    const late = memberIds.slice(90, 140);
    await Promise.all(
      late.flatMap((id) => [unlike(id, postId), like(id, postId), like(id, postId), unlike(id, postId)]),
    );
    await Promise.all(late.map((id) => like(id, postId)));
    const [{ n }] = await sql('select count(*) as n from likes where post_id = $1', [postId]);
    expect(n).toBe(memberIds.length);
    expect((await entry(postId)).actors).toBe(memberIds.length);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });
});

describe('expired notifications', () => {
  it('are deleted after 90 days, read ones after 30, with their events, by a job that can be killed at any step', async () => {
    await sql('delete from notifications');
    const ages: [days: number, read: boolean, stays: boolean][] = [
      [29, true, true],
      [31, true, false],
      [31, false, true],
      [89, false, true],
      [91, false, false],
      [91, true, false],
    ];
    const posts = await Promise.all(ages.map(() => publish(alice)));
    for (const [index, [days, read]] of ages.entries()) {
      for (const id of memberIds.slice(0, 103)) await like(id, posts[index] as number);
      await sql(
        `update notifications set day = day - $2::int, updated_at = updated_at - make_interval(days => $2),
           read_at = case when $3 then now() end where post_id = $1`,
        [posts[index], days, read],
      );
    }
    expect(await killedAtEveryStep((ctx) => removeExpired(ctx))).toBeGreaterThan(expiredQueries.length);
    const kept = (await sql('select post_id from notifications order by id')).map(({ post_id }) => post_id);
    expect(kept).toEqual(posts.filter((_, index) => ages[index]?.[2]));
    const events = await sql('select distinct post_id from notification_events where post_id = any ($1)', [posts]);
    expect(events.map(({ post_id }) => post_id).toSorted((a, b) => a - b)).toEqual(kept.toSorted((a, b) => a - b));
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });
});
