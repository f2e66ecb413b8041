import { openDatabase } from '@kith/db';
import {
  type Actor,
  createComment,
  createPost,
  deletePost,
  disableUser,
  eraseUser,
  follow,
  likePost,
  postPicture,
  profilePicture,
  recountCounters,
  sendMessage,
  unfollow,
  unlikePost,
  updatePost,
  updateUser,
} from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, sql, bob } = await castForFile();
/** A separate database connection pool, for the statements of the test itself. */
const secondConnection = await openDatabase({ url: server.deps.settings.databaseUrl as string });
afterAll(() => secondConnection.close());

/** The tables where a user leaves rows; messages stay when an account is deleted. */
const traces: [string, string][] = [
  ['posts', 'author_id'],
  ['likes', 'user_id'],
  ['comments', 'author_id'],
  ['follows', 'follower_id'],
  ['follows', 'followed_id'],
  ['memberships', 'user_id'],
  ['notifications', 'recipient_id'],
  ['notification_events', 'actor_id'],
  ['notification_events', 'recipient_id'],
  ['feed_entries', 'user_id'],
  ['images', 'owner_id'],
  ['sessions', 'user_id'],
];

async function left(userId: number): Promise<string[]> {
  const found: string[] = [];
  for (const [table, column] of traces) {
    const [{ n }] = await sql(`select count(*) as n from ${table} where ${column} = $1`, [userId]);
    if (n > 0) found.push(`${n} in ${table}.${column}`);
  }
  return found;
}

/** The number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const text = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await secondConnection.pool.query(text)).rows[0].n;
}

/** Deletes a user's account, and makes calls while the deletion is not yet committed. */
async function inTheMidst(user: Person, calls: () => Promise<Reply>[]): Promise<Reply[]> {
  const blocker = await secondConnection.pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query('select 1 from sessions where user_id = $1 for update', [user.userId]);
    const deletion = user.delete(`/users/${user.userId}`);
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    const answers = calls();
    await expect.poll(waiting, { interval: 5 }).toBe(1 + answers.length);
    await blocker.query('rollback');
    expect((await deletion).status).toBe(200);
    return await Promise.all(answers);
  } finally {
    blocker.release();
  }
}

describe('calls during the deletion of an account', () => {
  it('write nothing as the deleted member', async () => {
    const gina = await signUpAndIn(server.app, 'gina');
    const [hers, his] = [await publish(gina), await publish(bob)];
    const { userId } = gina;
    const before = await left(userId);
    const answers = await inTheMidst(gina, () => [
      gina.post('/posts', { userId, caption: 'ghost @alice' }),
      gina.post('/likes', { userId, postId: his }),
      gina.post('/comments', { userId, postId: his, content: 'ghost' }),
      gina.post('/follows', { followerId: userId, followedId: bob.userId }),
      gina.post('/messages', { senderId: userId, receiverId: bob.userId, content: 'ghost' }),
      gina.patch(`/users/${userId}`, { bio: 'ghost' }),
      gina.patch(`/posts/${hers}`, { caption: 'ghost' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(await left(userId)).toEqual(before.filter((each) => !each.endsWith('sessions.user_id')));
    await eraseUser(server.deps.domain, { userId });
    expect(await left(userId)).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });

  it('add nothing to the deleted member', async () => {
    const gone = await signUpAndIn(server.app, 'gone');
    const hers = await publish(gone);
    const { userId } = gone;
    const before = await left(userId);
    const answers = await inTheMidst(gone, () => [
      bob.post('/likes', { userId: bob.userId, postId: hers }),
      bob.post('/comments', { userId: bob.userId, postId: hers, content: 'for her' }),
      bob.post('/follows', { followerId: bob.userId, followedId: userId }),
      bob.post('/messages', { senderId: bob.userId, receiverId: userId, content: 'for her' }),
      bob.post('/posts', { userId: bob.userId, caption: 'for @gone' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 201]);
    expect(await left(userId)).toEqual(before.filter((each) => !each.endsWith('sessions.user_id')));
    await eraseUser(server.deps.domain, { userId });
    expect(await left(userId)).toEqual([]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
  });
});

describe('a deleted member whose session is still cached in another process', () => {
  it.each(['deleted', 'disabled'])('writes nothing when %s', async (state) => {
    const { domain } = server.deps;
    const eve = await signUpAndIn(server.app, `eve${state}`);
    const [hers, his] = [await publish(eve), await publish(bob)];
    const { userId } = eve;
    await eve.post('/likes', { userId, postId: his });
    await eve.post('/follows', { followerId: userId, followedId: bob.userId });
    if (state === 'disabled') await disableUser(domain, { userName: eve.userName });
    else expect((await eve.delete(`/users/${userId}`)).status).toBe(200);

    const actor: Actor = { userId, sessionId: 'as it was', reauthenticatedAt: null };
    const upload = craftPng(1, 1);
    const pair = { followerId: userId, followedId: bob.userId };
    const tables = [
      'posts',
      'likes',
      'comments',
      'follows',
      'messages',
      'images',
      'notifications',
      'pending_jobs',
      'users',
    ];
    const all = () => Promise.all(tables.map((table) => sql(`select * from ${table} order by 1, 2`)));
    const before = await all();
    const writes: Record<string, () => Promise<unknown>> = {
      createPost: () => createPost(domain, actor, { userId, caption: 'ghost' }),
      'createPost again': () => createPost(domain, actor, { userId, caption: 'g', clientId: crypto.randomUUID() }),
      updatePost: () => updatePost(domain, actor, { postId: hers, caption: 'ghost' }),
      deletePost: () => deletePost(domain, actor, { postId: hers }),
      likePost: () => likePost(domain, actor, { userId, postId: his }),
      unlikePost: () => unlikePost(domain, actor, { userId, postId: his }),
      createComment: () => createComment(domain, actor, { userId, postId: his, content: 'ghost' }),
      follow: () => follow(domain, actor, pair),
      unfollow: () => unfollow(domain, actor, pair),
      sendMessage: () => sendMessage(domain, actor, { senderId: userId, receiverId: bob.userId, content: 'ghost' }),
      updateUser: () => updateUser(domain, actor, { userId, bio: 'ghost' }),
      attachProfilePicture: () => profilePicture.attach(domain, actor, { userId }, upload),
      attachPostImage: () => postPicture.attach(domain, actor, { postId: hers, place: 'first' }, upload),
    };
    for (const [name, write] of Object.entries(writes)) {
      const code = await write().then(
        () => 'done',
        (error: { code?: string }) => error.code ?? error,
      );
      // A post by a deleted user accepts no picture.
      expect([name, code]).toEqual([name, name === 'attachPostImage' ? 'not-found' : 'unauthenticated']);
    }
    expect(await all()).toEqual(before);
  });
});
