import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUpAndIn, startCast, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let carol: Person;
let dave: Person;

beforeAll(async () => {
  ({ server, alice, bob, carol } = await startCast());
  dave = await signUpAndIn(server.app, 'dave');
  await alice.post('/follows', { followerId: alice.userId, followedId: bob.userId });
});
afterAll(() => server.close());

const postOf = async (who: Person, audience = 'public'): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'hello', audience })).body.data.postId;
const like = (who: Person, postId: number) => who.post('/likes', { userId: who.userId, postId });
const named = async (who: Person, ...postIds: number[]) =>
  (await who.query('likes.byFriends', { postIds })).body.result.data;

it('likes.byFriends names one followed member, on posts that the caller sees', async () => {
  const [liked, unknown, none] = [await postOf(carol), await postOf(carol), await postOf(carol)];
  for (const who of [bob, dave]) await like(who, liked);
  await like(dave, unknown);
  expect(await named(alice, liked, unknown, none, 999_999)).toEqual([{ postId: liked, userName: 'bob' }]);
  expect(await named(dave, liked)).toEqual([]);
  await carol.patch(`/posts/${liked}`, { caption: 'hello', audience: 'private' });
  expect(await named(alice, liked)).toEqual([]);
  expect((await alice.query('likes.byFriends', { postIds: Array(21).fill(1) })).status).toBe(400);
  expect(await named(alice)).toEqual([]);
});

it('likes.byFriends names neither muted members nor the caller', async () => {
  const postId = await postOf(carol);
  await like(bob, postId);
  await like(alice, postId);
  expect(await named(alice, postId)).toEqual([{ postId, userName: 'bob' }]);
  await alice.mutate('users.mute', { userId: bob.userId });
  expect(await named(alice, postId)).toEqual([]);
});
