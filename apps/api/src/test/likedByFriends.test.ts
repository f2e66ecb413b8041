import { expect, it } from 'vitest';
import { follow, like, publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, carol } = await castForFile();
const dave = await signUpAndIn(server.app, 'dave');
await follow(alice, bob);

const named = async (who: Person, ...postIds: number[]) =>
  (await who.query('likes.byFriends', { postIds })).body.result.data;

it('likes.byFriends names one followed member, on posts that the caller sees', async () => {
  const [liked, unknown, none] = [await publish(carol), await publish(carol), await publish(carol)];
  for (const who of [bob, dave]) await like(who, liked);
  await like(dave, unknown);
  expect(await named(alice, liked, unknown, none, 999_999)).toEqual([
    { postId: liked, userName: 'bob', displayName: null },
  ]);
  expect(await named(dave, liked)).toEqual([]);
  await carol.patch(`/posts/${liked}`, { caption: 'hello', audience: 'private' });
  expect(await named(alice, liked)).toEqual([]);
  expect((await alice.query('likes.byFriends', { postIds: Array(21).fill(1) })).status).toBe(400);
  expect(await named(alice)).toEqual([]);
});

it('likes.byFriends names neither muted members nor the caller', async () => {
  const postId = await publish(carol);
  await like(bob, postId);
  await like(alice, postId);
  expect(await named(alice, postId)).toEqual([{ postId, userName: 'bob', displayName: null }]);
  await alice.mutate('users.mute', { userId: bob.userId });
  expect(await named(alice, postId)).toEqual([]);
});
