// Long: fleets with Redis, a replica and S3, members of which are killed under load.
import { setTimeout as wait } from 'node:timers/promises';
import { hasRedis } from '@kith/platform/testing/redisServers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  attachPicture,
  createMembers,
  follow,
  type Member as Person,
  password,
  post,
  uniqueName,
} from '../fixtures/cast.ts';
import { cookieOf } from '../fixtures/cookies.ts';
import { type FleetOptions, type FullFleet, startFullFleet } from '../fixtures/fullFleet.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import * as meet from '../fixtures/pages.ts';
import { makePhoto, testPhoto } from '../fixtures/photo.ts';
import { hasProxy } from '../fixtures/proxies.ts';
import { callRest } from '../fixtures/rest.ts';
import { logIn } from '../fixtures/signIn.ts';
import { readStream } from '../fixtures/streams.ts';

const fleets: FleetOptions[] = [
  { proxy: 'haproxy', redis: 'a cluster' },
  { proxy: 'nginx', redis: 'sentinels' },
];
const callers = 4;
const loadMs = 30_000;

interface Shown {
  postId: number;
  caption: string;
  imageUrl: string | null;
}

const canRun = hasRedis && fleets.every(({ proxy }) => hasProxy(proxy));

describe.skipIf(!canRun).each(fleets)('a fleet behind $proxy, Redis as $redis', (form) => {
  let whole: FullFleet;
  let origin: string;
  let alice: Person;
  let bob: Person;
  const stopStreams = new AbortController();

  beforeAll(async () => {
    whole = await startFullFleet(form);
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
  const _pictureOf = async (postId: number) =>
    (await postsOf(alice)).find((each) => each.postId === postId)?.imageUrl ?? null;

  // The proxy spreads requests over both servers, so a member's calls and live stream may be at different servers.
  journey('lets two members meet, post, like and message in their browsers', async ({ visit }) => {
    const [ada, ben] = [uniqueName('ada'), uniqueName('ben')];
    const [adas, bens] = await Promise.all([visit('/signup', { origin }), visit('/signup', { origin })]);
    await Promise.all(
      (
        [
          [adas, ada],
          [bens, ben],
        ] as const
      ).map(async ([page, name]) => {
        await meet.signUp(page, name);
        await logIn(page, name, password);
      }),
    );
    await meet.follow(adas, ben);
    await adas.goto('/home');
    await adas.getByRole('heading').first().waitFor();
    await meet.postPicture(bens, 'First light over the lake', await testPhoto());
    await adas.getByRole('button', { name: 'New posts' }).click({ timeout: 30_000 });
    const post = adas.getByRole('article').filter({ hasText: 'First light over the lake' });
    const image = post.locator('img[src*="/media/"]').last();
    await expect.poll(async () => (await imageState(image)).width, { timeout: 30_000 }).toBeGreaterThan(0);
    await bens.goto('/notification');
    await post.getByRole('button', { name: /^Like/ }).click();
    await bens.getByText(`${ada} liked your post`).waitFor();
    await bens.goto('/messages');
    await adas.goto('/messages');
    await adas.getByRole('link', { name: ben }).first().click();
    await adas.getByLabel('Write a message…').fill('Lake on Saturday?');
    await adas.getByLabel('Write a message…').press('Enter');
    await bens.getByText('Lake on Saturday?').first().waitFor();
  });

  test('reads lists from the replica', async () => {
    const standby = new pg.Client(whole.fleet.replicaUrl as string);
    await standby.connect();
    const looks = `select coalesce(sum(idx_scan + seq_scan), 0)::int as n from pg_stat_user_tables where relname = 'posts'`;
    const cookie = await cookieOf(origin, bob);
    await expect
      .poll(async () => {
        const answer = await fetch(`${origin}/users/${alice.userId}/posts`, { headers: { cookie } });
        expect(answer.status).toBe(200);
        return (await standby.query(looks)).rows[0].n;
      })
      .toBeGreaterThan(0);
    await standby.end();
  });

  test('loses no acknowledged write when a server, a worker and a Redis master are killed', {
    timeout: loadMs + 300_000,
  }, async () => {
    await follow(origin, bob, alice);
    const received = receivedBy(origin, bob);
    const sent: string[] = [];
    const posted: number[] = [];
    const pictures: number[] = [];
    let failed = 0;
    const stopLoad = new AbortController();
    const attempt = (call: () => Promise<unknown>) => call().catch(() => void failed++);
    const load = Array.from({ length: callers }, async (_, id) => {
      for (let n = 0; !stopLoad.signal.aborted; n += 1, await wait(20)) {
        const content = `m${id}-${n}`;
        await attempt(() => say(origin, alice, bob, content).then(() => sent.push(content)));
        await attempt(() => post(origin, alice, content).then((postId) => posted.push(postId)));
      }
    });
    const bytes = await makePhoto();
    const uploads = Array.from({ length: 3 }, () =>
      attempt(async () => {
        const postId = await post(origin, alice, 'with a picture');
        await attachPicture(origin, alice, postId, bytes).then(() => pictures.push(postId));
      }),
    );
    await wait(loadMs / 4);
    process.kill(whole.workers[0].pid, 'SIGKILL');
    process.kill(whole.apis[0].pid, 'SIGKILL');
    whole.redis.signalMaster('{kith}', 'SIGKILL');
    await wait(loadMs);
    await whole.restartApi(0);
    await wait(loadMs / 4);
    stopLoad.abort();
    await Promise.all([...load, ...uploads]);
    expect(sent.length).toBeGreaterThan(20);

    const database = new pg.Client(whole.fleet.databaseUrl);
    database.on('error', () => {});
    await database.connect();
    const { rows } = await database.query(`select content from messages where content like 'm%-%'`);
    const all = new Set(rows.map(({ content }) => content));
    expect(sent.filter((content) => !all.has(content))).toEqual([]);
    const stored = await database.query('select count(*)::int as n from posts where id = any($1)', [posted]);
    expect(stored.rows[0].n).toBe(posted.length);
    // The jobs have done their work: every post is in the feed, every picture is processed, and the table of jobs is empty.
    const missingPosts = async (postIds: number[]) =>
      (
        await database.query(
          'select p.id from posts p where p.id = any($1) and not exists (select from feed_entries f where f.post_id = p.id and f.user_id = $2)',
          [postIds, bob.userId],
        )
      ).rows;
    await expect.poll(() => missingPosts(posted), { timeout: 30_000 }).toEqual([]);
    const unmade = async () =>
      (
        await database.query(`select post_id, status from images where post_id = any($1) and status <> 'ready'`, [
          pictures,
        ])
      ).rows;
    // If a picture's job was lost with Redis's master, a scheduled job queues it again once the picture is a minute old.
    await expect.poll(unmade, { timeout: 130_000 }).toEqual([]);
    // The wait covers two delays: a post with a picture records a job that is due after 60 s, and the lease of a job that a
    // killed process had taken expires after 15 s.
    const recorded = async () => (await database.query('select name, payload, due_at from pending_jobs')).rows;
    await expect.poll(recorded, { timeout: 90_000 }).toEqual([]);
    await database.end();
    // Bob's stream has reconnected, and receives a new message.
    await say(origin, alice, bob, 'all well again');
    await expect.poll(() => received.some((line) => line.includes('all well again')), { timeout: 20_000 }).toBe(true);
    console.log(
      `${form.proxy}, ${form.redis}: ${sent.length} messages, ${posted.length} posts, ${failed} calls refused meanwhile`,
    );
  });
});
