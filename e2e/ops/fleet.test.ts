import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachPicture, createMembers, follow, type Member as Person, post } from '../fixtures/cast.ts';
import { type FullFleet, startFullFleet } from '../fixtures/fullFleet.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { hasProxy } from '../fixtures/proxies.ts';
import { callRest } from '../fixtures/rest.ts';
import { readStream } from '../fixtures/streams.ts';

interface Shown {
  postId: number;
  caption: string;
  imageUrl: string | null;
}

/** Two servers and two workers that share only PostgreSQL and a folder. fleet.long.test.ts has fleets with Redis and S3. */
describe.skipIf(!hasProxy('haproxy'))('two servers and two workers', () => {
  let whole: FullFleet;
  let origin: string;
  let alice: Person;
  let bob: Person;
  const stopStreams = new AbortController();

  beforeAll(async () => {
    whole = await startFullFleet({ proxy: 'haproxy' });
    ({ origin } = whole);
    [alice, bob] = await createMembers(origin, 'alice', 'bob');
  });
  afterAll(async () => {
    stopStreams.abort();
    await whole?.stop();
  });

  const receivedBy = (from: string, who: Person): string[] => {
    const received: string[] = [];
    void readStream(from, who.token, (line) => received.push(line), stopStreams.signal);
    return received;
  };
  const say = (at: string, from: Person, to: Person, content: string) =>
    callRest(at, 'POST /messages', {
      token: from.token,
      json: { senderId: from.userId, receiverId: to.userId, content },
    });
  const postsOf = (who: Person) =>
    callRest<Shown[]>(origin, `GET /users/${who.userId}/posts?limit=500`, { token: who.token });
  const pictureOf = async (postId: number) =>
    (await postsOf(alice)).find((each) => each.postId === postId)?.imageUrl ?? null;

  test('behaves as one server, whichever process answers', async () => {
    const [one, two] = whole.apis.map((api) => api.origin) as [string, string];
    const [atOne, atTwo] = [receivedBy(one, alice), receivedBy(two, bob)];
    await follow(two, bob, alice);
    const postId = await post(origin, alice, 'from one of us');
    await attachPicture(origin, alice, postId, await testPhoto());
    await expect.poll(() => pictureOf(postId)).not.toBeNull();
    // Both servers serve the picture, which is in a folder that they share.
    for (const server of [one, two]) {
      const picture = await fetch(new URL((await pictureOf(postId)) as string, server));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    await callRest(two, 'POST /likes', { token: bob.token, json: { userId: bob.userId, postId } });
    await expect.poll(() => atOne.some((line) => /liked/.test(line))).toBe(true);
    await say(one, alice, bob, 'over there?');
    await expect.poll(() => atTwo.some((line) => line.includes('over there?'))).toBe(true);
    await say(two, bob, alice, 'over here!');
    await expect.poll(() => atOne.some((line) => line.includes('over here!'))).toBe(true);
  });
});
