// Long: kills all of a product three times; e2e/ops/fleet.long.test.ts kills a server, a worker and Redis.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp } from '../fixtures/app.ts';
import { attachPicture, createMembers, follow, type Member, post } from '../fixtures/cast.ts';
import { makePhoto } from '../fixtures/photo.ts';
import { processesBelow, signalAll } from '../fixtures/processes.ts';
import { callRest } from '../fixtures/rest.ts';

interface Post {
  postId: number;
  caption: string;
  imageUrl: string | null;
  image: { status: string } | null;
}

const processesToKill = {
  api: /apps\/api\/(src|dist)\//,
  worker: /apps\/worker\/(src|dist)\//,
  PostgreSQL: /\/bin\/postgres .*-D/,
};

// These tests run only on Linux, because they find processes through /proc.
describe.skipIf(process.platform !== 'linux')('acknowledged writes survive kill -9', () => {
  let app: App;
  let alice: Member;
  let bob: Member;
  const acknowledged: number[] = [];

  beforeAll(async () => {
    app = await startApp();
    [alice, bob] = await createMembers(app.origin, 'alice', 'bob');
    await follow(app.origin, bob, alice);
  });
  afterAll(() => app?.stop());

  const write = async (caption: string) => acknowledged.push(await post(app.origin, alice, caption));
  const postsOf = (member: Member) =>
    callRest<Post[]>(app.origin, `GET /users/${member.userId}/posts?limit=500`, { token: member.token });

  /** Reads the whole feed of a follower, and returns the ids of acknowledged posts that the feed lacks. */
  async function feedLacks(): Promise<number[]> {
    const held = new Set<number>();
    for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
      const input = encodeURIComponent(JSON.stringify({ limit: 500, cursor }));
      const answer = await fetch(`${app.origin}/trpc/feed.home?input=${input}`, {
        headers: { authorization: `Bearer ${bob.token}` },
      });
      const { result } = (await answer.json()) as { result: { data: { items: Post[]; nextCursor: string | null } } };
      for (const { postId } of result.data.items) held.add(postId);
      cursor = result.data.nextCursor;
    }
    return acknowledged.filter((postId) => !held.has(postId));
  }

  function kill(victim: keyof typeof processesToKill): void {
    const [found] = processesBelow(app.pid).filter(({ command }) => processesToKill[victim].test(command));
    if (!found) throw new Error(`There is no ${victim} to kill below ${app.pid}:\n${app.output()}`);
    process.kill(found.pid, 'SIGKILL');
  }

  /** Waits until Kith accepts writes again, and restarts it if its supervisor has exited. */
  async function recover(): Promise<void> {
    for (const deadline = Date.now() + 60_000; ; await wait(200)) {
      const over = await Promise.race([app.ended.then(() => true), wait(1, false)]);
      if (over) app = await startApp({ dataDir: app.dataDir });
      const written = await write('after').then(Boolean, () => false);
      if (written) return;
      if (Date.now() > deadline) throw new Error(`It did not recover within 60 s:\n${app.output()}`);
    }
  }

  async function expectEverything(): Promise<void> {
    const stored = new Set((await postsOf(alice)).map(({ postId }) => postId));
    expect(acknowledged.filter((postId) => !stored.has(postId))).toEqual([]);
    expect(await callRest(app.origin, `GET /${bob.userId}/following/count`, { token: bob.token })).toBe(1);
    // Posts must reach the follower's feed even if a process was killed between the commit and the fan-out.
    await expect.poll(feedLacks, { timeout: 30_000 }).toEqual([]);
    const count = await callRest(app.origin, `GET /posts/user/${alice.userId}/count`, { token: alice.token });
    expect(count).toBe(stored.size);
  }

  it.each(['api', 'PostgreSQL'] as const)('of the %s while members are posting', async (victim) => {
    const members = Array.from({ length: 4 }, async (_, member) => {
      for (let n = 0; n < 200; n++) await write(`${victim} ${member}.${n}`);
    });
    const writing = Promise.allSettled(members);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(10);
    kill(victim);
    const outcomes = await writing;
    expect(
      outcomes.some(({ status }) => status === 'rejected'),
      'some member met the death',
    ).toBe(true);
    await recover();
    await expectEverything();
  });

  it('of the worker during image processing, which completes afterwards', async () => {
    const postId = await post(app.origin, alice, 'a picture');
    const upload = attachPicture(app.origin, alice, postId, await makePhoto()).catch((error: unknown) => error);
    const read = async () => (await postsOf(alice)).find((each) => each.postId === postId);
    await expect.poll(async () => (await read())?.image?.status, { interval: 20, timeout: 10_000 }).toBe('processing');
    await wait(100);
    kill('worker');
    expect((await read())?.image?.status).toBe('processing');
    await upload;
    await recover();
    await expect.poll(async () => (await read())?.image?.status, { interval: 250, timeout: 75_000 }).toBe('ready');
    const picture = await fetch(app.origin + (await read())?.imageUrl);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    await expectEverything();
  }, 120_000);

  it('of all processes at once, PostgreSQL and its supervisor included', async () => {
    await write('just before');
    signalAll([app.pid, ...processesBelow(app.pid).map(({ pid }) => pid)], 'SIGKILL');
    await app.ended;
    app = await startApp({ dataDir: app.dataDir });
    await expectEverything();
    await recover();
  });
});
