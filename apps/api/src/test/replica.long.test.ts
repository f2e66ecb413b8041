// Long: starts a PostgreSQL with a streaming standby and waits for its lag.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '@kith/db/migrate';
import { probe } from '@kith/db/testing';
import { loadSettings, migratePlatform } from '@kith/platform';
import { startWithStandby } from '@kith/platform/testing/standby';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { type Deps, openDeps } from '../deps.ts';
import { password, signUpAndIn } from '../testing/testApp.ts';

let serverAndStandby: Awaited<ReturnType<typeof startWithStandby>>;
let standby: pg.Client;
let deps: Deps;
let app: FastifyInstance;
let dataDir: string;
let alice: Browser;
let bob: Browser;

/** A browser that stores cookies until they expire. */
class Browser {
  readonly userId: number;
  #cookies = new Map<string, { value: string; until: number }>();

  constructor(userId: number) {
    this.userId = userId;
  }

  async call(method: 'GET' | 'POST', url: string, payload?: object): Promise<LightMyRequestResponse> {
    const kept = [...this.#cookies].filter(([, { until }]) => until > Date.now());
    const headers = { cookie: kept.map(([name, { value }]) => `${name}=${value}`).join('; ') };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    for (const { name, value, maxAge } of answer.cookies)
      this.#cookies.set(name, {
        value,
        until: maxAge === undefined ? Number.POSITIVE_INFINITY : Date.now() + maxAge * 1000,
      });
    return answer;
  }

  async postsOf({ userId }: Browser): Promise<string[]> {
    const { data } = (await this.call('GET', `/users/${userId}/posts`)).json();
    return data.map(({ caption }: { caption: string }) => caption);
  }

  post = (caption: string) => this.call('POST', '/posts', { userId: this.userId, caption });
}

const served = () => (deps.replica as { listsServed: () => number }).listsServed();

/** Waits until lists are read from the replica again, and `who` has not written recently. */
async function untilReplica(who: Browser): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = served();
        await who.postsOf(who);
        return served() > before;
      },
      { timeout: 12_000, interval: 100 },
    )
    .toBe(true);
}

/** Whether the standby replays a new commit within a third of a second. */
async function replays(db: Deps['domain']['db']): Promise<boolean> {
  await probe(db, 'select txid_current()');
  const { rows } = await probe(db, 'select pg_current_wal_insert_lsn()::text as lsn');
  await wait(300);
  const answer = await standby.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [rows[0]?.lsn]);
  return answer.rows[0]?.there;
}

beforeAll(async () => {
  serverAndStandby = await startWithStandby();
  await migrate(serverAndStandby.url);
  await migratePlatform(serverAndStandby.url);
  standby = new pg.Client(serverAndStandby.standbyUrl);
  await standby.connect();
  dataDir = await mkdtemp(join(tmpdir(), 'kith-replica-'));
  const settings = loadSettings({
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_REPLICA_URL: serverAndStandby.standbyUrl,
  });
  deps = await openDeps({ ...settings, databaseUrl: serverAndStandby.url });
  app = await buildApp(deps);
  const made = await Promise.all(
    ['alice', 'bob'].map(async (name) => {
      const { userId } = await signUpAndIn(app, name);
      const browser = new Browser(userId);
      await browser.call('POST', '/auth/login', { identifier: name, password });
      return browser;
    }),
  );
  [alice, bob] = made as [Browser, Browser];
});
afterAll(async () => {
  await app?.close();
  await deps?.close();
  await standby?.end();
  await serverAndStandby?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('with a replica', () => {
  it('lists are read from it for members without a recent write', async () => {
    await alice.post('first');
    const before = served();
    expect(await alice.postsOf(alice)).toEqual(['first']);
    expect(served()).toBe(before);
    await untilReplica(bob);
    await expect.poll(() => bob.postsOf(alice)).toEqual(['first']);
  });

  it('a member sees their own write at once, others as soon as it is replicated', async () => {
    await untilReplica(alice);
    await untilReplica(bob);
    await standby.query('select pg_wal_replay_pause()');
    await alice.post('second');
    // The replica counts as up to date for a second after a check.
    expect(await bob.postsOf(alice)).toEqual(['first']);
    expect(await alice.postsOf(alice)).toEqual(['second', 'first']);
    // After that second the replica is known to lag, and no list is read from it.
    await expect.poll(() => bob.postsOf(alice), { timeout: 3_000 }).toEqual(['second', 'first']);
    await standby.query('select pg_wal_replay_resume()');
    await untilReplica(bob);
    expect(await bob.postsOf(alice)).toEqual(['second', 'first']);
  });

  it('with a lag of five seconds, a member sees their own write at once, and others within a second', async () => {
    await standby.query(`alter system set recovery_min_apply_delay = '5s'`);
    await standby.query('select pg_reload_conf()');
    await expect.poll(() => replays(deps.domain.db), { timeout: 20_000 }).toBe(false);
    for (const caption of ['third', 'fourth']) {
      await alice.post(caption);
      expect((await alice.postsOf(alice))[0]).toBe(caption);
      const { rows } = await standby.query('select from posts where caption = $1', [caption]);
      expect(rows).toEqual([]);
      await expect.poll(async () => (await bob.postsOf(alice))[0], { timeout: 4_000 }).toBe(caption);
      expect((await alice.postsOf(alice))[0]).toBe(caption);
    }
    await standby.query('alter system reset recovery_min_apply_delay');
    await standby.query('select pg_reload_conf()');
  });

  it('nobody notices when it becomes unavailable', async () => {
    await untilReplica(bob);
    await standby.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kith-api'`);
    expect((await bob.postsOf(alice))[0]).toBe('fourth');
    await untilReplica(bob);
  });

  it.skipIf(process.platform !== 'linux')(
    'nobody waits while it hangs, and it is used again once it is back',
    async () => {
      await untilReplica(bob);
      serverAndStandby.signalStandby('SIGSTOP');
      onTestFinished(() => serverAndStandby.signalStandby('SIGCONT'));
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 30 }, () => bob.postsOf(alice)));
      // The replica counts as up to date for a second after a check.
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(new Set(answers.map(([newest]) => newest))).toEqual(new Set(['fourth']));
      const after = performance.now();
      expect((await bob.postsOf(alice))[0]).toBe('fourth');
      expect(performance.now() - after).toBeLessThan(8_000);
      serverAndStandby.signalStandby('SIGCONT');
      await untilReplica(bob);
    },
  );

  it('a caller without cookies reads from the primary', async () => {
    await untilReplica(bob);
    const login = { identifier: 'bob', password };
    const { data } = (await app.inject({ method: 'POST', url: '/auth/login', payload: login })).json();
    const before = served();
    const headers = { authorization: `Bearer ${data.token}` };
    expect((await app.inject({ url: `/users/${alice.userId}/posts`, headers })).json().data.length).toBe(4);
    expect(served()).toBe(before);
  });
});
