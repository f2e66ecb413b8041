import { probe } from '@kith/db/testing';
import { removeExpired } from '@kith/domain';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const day = 86_400_000;

const { server } = await serverForFile({ RATE_LIMIT: 'on' });
let alice: Person;
beforeAll(async () => {
  alice = await signUpAndIn(server.app, 'alice');
});
afterEach(() => void vi.useRealTimers());

const setClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const sessions = async () =>
  (await probe(server.deps.domain.db, 'select id, expires_at from sessions order by id')).rows;
const ready = async () => (await server.app.inject('/readyz')).statusCode;

describe.each([
  ['30 days ahead', 30.5 * day],
  ['30 days behind', -30.5 * day],
])('a server whose clock is %s', (_, off) => {
  it('logs nobody out, and neither ends nor prolongs a session', async () => {
    const before = await sessions();
    setClock(off);
    server.deps.sessions.evict(before[0]?.id as string);
    expect((await alice.query('auth.sessions')).status).toBe(200);
    await removeExpired(server.deps.domain);
    expect(await sessions()).toEqual(before);
  });

  it('starts sessions and counts limits by the clock of PostgreSQL', async () => {
    setClock(off);
    const bob = await signUpAndIn(server.app, off > 0 ? 'bob' : 'carol');
    expect((await bob.query('auth.sessions')).status).toBe(200);
    const { rows } = await probe(
      server.deps.domain.db,
      `select from sessions where expires_at not between now() + interval '29 days' and now() + interval '31 days'
       union all select from bullmq.limits where to_timestamp(expire / 1000) > now() + interval '2 days'`,
    );
    expect(rows).toEqual([]);
  });

  it('is not ready, and logs one line about it', async () => {
    expect(await ready()).toBe(200);
    const said = vi.spyOn(server.deps.domain.log, 'error').mockImplementation(() => {});
    setClock(off);
    await expect.poll(ready).toBe(503);
    const [{ err }] = said.mock.calls[0] as [{ err: Error }, string];
    expect(err.message).toMatch(/clock is \d+ s (ahead of|behind) PostgreSQL's/);
    vi.useRealTimers();
    await expect.poll(ready).toBe(200);
    said.mockRestore();
  });
});
