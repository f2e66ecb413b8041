import {
  type Actor,
  attachPostImage,
  attachProfilePicture,
  type Context,
  createComment,
  createPost,
  deletePost,
  eraseUser,
  follow,
  likePost,
  recountCounters,
  sendMessage,
  setUserDisabled,
  unfollow,
  unlikePost,
  updatePost,
  updateUser,
} from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeps } from '../deps.ts';
import { cast, type Person, signUpAndIn, startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startTestApp();
  ({ alice, bob } = await cast(server.app));
});
afterAll(() => server.close());

const sql = async (text: string, values: unknown[] = []) => (await server.deps.domain.db.pool.query(text, values)).rows;

const post = async (author: Person): Promise<number> =>
  (await author.post('/posts', { userId: author.userId, caption: 'hello' })).body.data.postId;

/** Where a member leaves rows; messages stay, as the deletion says. */
const traces: [string, string][] = [
  ['posts', 'author_id'],
  ['likes', 'user_id'],
  ['comments', 'author_id'],
  ['follows', 'follower_id'],
  ['follows', 'followed_id'],
  ['contacts', 'user_id'],
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

/** As the worker does: another process, which erases as soon as the deletion is done and not a moment later. */
async function eraseWhenDeleted(worker: Context, userId: number): Promise<void> {
  const deleted = async () =>
    (await worker.db.pool.query('select 1 from users where id = $1 and deleted_at is not null', [userId])).rows.length;
  while (!(await deleted())) await new Promise((resolve) => setTimeout(resolve, 1));
  await eraseUser(worker, { userId });
}

describe('a deletion in the midst of the member’s own calls and others’', () => {
  it('leaves nothing, and the counters right', async () => {
    const worker = await openDeps(server.deps.settings as typeof server.deps.settings & { databaseUrl: string });
    const his = await Promise.all(Array.from({ length: 40 }, () => post(bob)));
    for (let round = 0; round < 12; round++) {
      const gina = await signUpAndIn(server.app, `gina${round}`);
      const hers = await post(gina);
      const { userId } = gina;
      const batch = (calls: [string, object][]) =>
        gina.mutate(
          `${calls.map(([path]) => path).join(',')}?batch=1`,
          Object.fromEntries(calls.map(([, input], index) => [index, input])),
        );
      // More than there are connections: some wait their turn until the deletion is done, and the erasure too.
      const writes = his.flatMap((postId): [string, object][] => [
        ['posts.create', { userId, caption: 'ghost @alice' }],
        ['likes.add', { userId, postId }],
        ['comments.create', { userId, postId, content: 'ghost' }],
        ['follows.add', { followerId: userId, followedId: bob.userId }],
        ['messages.send', { senderId: userId, receiverId: bob.userId, content: 'ghost' }],
        ['users.update', { userId, bio: 'ghost' }],
        ['posts.update', { postId: hers, caption: 'ghost' }],
      ]);
      const batches = Array.from({ length: Math.ceil(writes.length / 19) }, (_, i) =>
        writes.slice(i * 19, i * 19 + 19),
      );
      const others = his
        .slice(0, 12)
        .flatMap(() => [
          bob.post('/follows', { followerId: bob.userId, followedId: userId }),
          bob.delete('/follows', { followerId: bob.userId, followedId: userId }),
          bob.post('/likes', { userId: bob.userId, postId: hers }),
          bob.post('/comments', { userId: bob.userId, postId: hers, content: 'for her' }),
          alice.post('/messages', { senderId: alice.userId, receiverId: userId, content: 'for her' }),
          alice.post('/posts', { userId: alice.userId, caption: `for @gina${round}` }),
        ]);
      const [deletion, ...answers] = await Promise.all([
        batch([['users.delete', { userId }], ...(batches[0] ?? [])]),
        ...batches.slice(1).map(batch),
        ...others,
        eraseWhenDeleted(worker.domain, userId),
      ]);
      expect(deletion.body[0].error).toBeUndefined();
      for (const answer of answers) if (answer) expect([200, 201, 207, 401, 404]).toContain(answer.status);
      expect([round, await left(userId)]).toEqual([round, []]);
    }
    await worker.close();
    expect(await recountCounters(server.deps.domain)).toEqual({ mended: 0 });
  }, 90_000);
});

describe('a member who is gone, by a session another process still believes in', () => {
  it.each(['deleted', 'disabled'])('writes nothing when %s', async (state) => {
    const { domain } = server.deps;
    const eve = await signUpAndIn(server.app, `eve${state}`);
    const [hers, his] = [await post(eve), await post(bob)];
    const { userId } = eve;
    await eve.post('/likes', { userId, postId: his });
    await eve.post('/follows', { followerId: userId, followedId: bob.userId });
    if (state === 'disabled') await setUserDisabled(domain, { userName: eve.userName, disabled: true });
    else expect((await eve.delete(`/users/${userId}`)).status).toBe(200);

    const actor: Actor = { userId, sessionId: 'as it was', reauthenticatedAt: null };
    const upload = { bytes: Buffer.from('x'), contentType: 'image/png', width: 1, height: 1 };
    const pair = { followerId: userId, followedId: bob.userId };
    const tables = ['posts', 'likes', 'comments', 'follows', 'messages', 'images', 'notifications', 'outbox', 'users'];
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
      attachProfilePicture: () => attachProfilePicture(domain, actor, userId, upload),
      attachPostImage: () => attachPostImage(domain, actor, hers, upload),
    };
    for (const [name, write] of Object.entries(writes)) {
      const code = await write().then(
        () => 'done',
        (error: { code?: string }) => error.code ?? error,
      );
      // A post of somebody who is gone is not there to be pictured.
      expect([name, code]).toEqual([name, name === 'attachPostImage' ? 'not-found' : 'unauthenticated']);
    }
    expect(await all()).toEqual(before);
  });
});
