import { deleteJobRecord, disableUser, enableUser, type Job, relayPendingJobs } from '@kith/domain';
import { describe, expect, it, vi } from 'vitest';
import { follow } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';

const { server, sql: run, alice, bob } = await castForFile();

const waiting = async () => (await run('select name from pending_jobs order by id')).map(({ name }) => name);
/** Makes all pending jobs due as of a second ago, so that they are due even if the clock is set back a little. */
const makeDue = () => run(`update pending_jobs set due_at = now() - interval '1 second'`);
const post = (author: Person) => author.post('/posts', { userId: author.userId, caption: 'kept' });

describe('a side effect after a committed change', () => {
  it('may fail without failing the change, and is retried later', async () => {
    await run('alter table feed_entries rename to feed_entries_away');
    const followed = await follow(bob, alice);
    const posted = await post(alice);
    await run('alter table feed_entries_away rename to feed_entries');
    expect([followed.status, posted.status]).toEqual([200, 201]);
    expect(await waiting()).toEqual(['feed.backfill', 'feed.fanOut']);
    await makeDue();
    expect(await relayPendingJobs(server.deps.domain)).toBe(2);
    expect(await waiting()).toEqual([]);
  });

  it('is relayed with at most one batch of the jobs that other processes left pending', async () => {
    await run(
      `insert into pending_jobs (name, payload) select 'images.remove', '{"keys": []}' from generate_series(1, 1000)`,
    );
    const { body } = await post(alice);
    expect((await alice.delete(`/posts/${body.data.postId}`)).status).toBe(204);
    // The response waits for a quarter of a second at most, even if the queue is slow.
    await expect.poll(async () => (await waiting()).filter((name) => name === 'images.remove')).toHaveLength(900);
    expect(await relayPendingJobs(server.deps.domain)).toBeGreaterThanOrEqual(900);
    expect(await waiting()).toEqual([]);
  });

  it('does not fail the change, such as disabling a member, when the event bus is unavailable', async () => {
    const { domain } = server.deps;
    const { live } = domain;
    domain.live = { ...live, publish: () => Promise.reject(new Error('away')) };
    await expect(disableUser(domain, { userName: bob.userName })).resolves.toBeUndefined();
    domain.live = live;
    expect(await run('select disabled_at is not null as disabled from users where id = $1', [bob.userId])).toEqual([
      { disabled: true },
    ]);
    await enableUser(domain, { userName: bob.userName });
  });

  it('is queued once a minute until it is done, by a queue that may lose it', async () => {
    const { domain } = server.deps;
    await run('delete from pending_jobs');
    const add = vi.fn(async (_: readonly Job[]) => {});
    const ctx = { ...domain, queue: { add, durable: false } };
    const [{ id } = { id: 0 }] = await run(
      `insert into pending_jobs (name, payload) values ('images.remove', '{"keys": []}') returning id`,
    );
    expect(await relayPendingJobs(ctx)).toBe(1);
    expect(await relayPendingJobs(ctx)).toBe(0);
    expect(await run(`select due_at > now() + interval '50 seconds' as later from pending_jobs`)).toEqual([
      { later: true },
    ]);
    await makeDue();
    expect(await relayPendingJobs(ctx)).toBe(1);
    const job = { name: 'images.remove', payload: { keys: [] }, id: `job-${id}`, record: Number(id) };
    expect(add.mock.calls).toEqual([[[job]], [[job]]]);
    await deleteJobRecord(ctx, Number(id));
    expect(await waiting()).toEqual([]);
  });

  it('neither waits for a queue that does not answer, nor locks jobs that other processes relay', async () => {
    const { domain } = server.deps;
    const { queue } = domain;
    const { body } = await post(alice);
    domain.queue = { ...queue, add: () => new Promise(() => {}) };
    await run(`insert into pending_jobs (name, payload) values ('images.remove', '{"keys": []}')`);
    expect((await alice.delete(`/posts/${body.data.postId}`)).status).toBe(204);
    domain.queue = queue;
    // The rows are leased and not locked, and are due again when the lease ends.
    await expect(run('select id from pending_jobs for update nowait')).resolves.not.toHaveLength(0);
    await makeDue();
    expect(await relayPendingJobs(domain)).toBeGreaterThanOrEqual(1);
    expect(await waiting()).toEqual([]);
  });

  it('is deduplicated to one job when recorded more than once for the same work', async () => {
    const { domain } = server.deps;
    const ids: unknown[] = [];
    const add = async (jobs: readonly Job[]) => void ids.push(...jobs.map(({ id }) => id));
    const record = (name: string, payload: object) => run('select record_job($1, $2)', [name, payload]);
    for (let again = 0; again < 2; again += 1) {
      await record('webhooks.deliver', { ownerId: 1, deliveryId: 7, attempt: 9 });
      await record('images.process', { imageId: 3, round: again });
      await record('feed.trim', {});
    }
    await makeDue();
    expect(await relayPendingJobs({ ...domain, queue: { ...domain.queue, add } })).toBe(6);
    const once = ['webhook-7-9', 'image-3'];
    expect(ids.filter((id) => !String(id).startsWith('job-'))).toEqual([...once, ...once]);
    expect(new Set(ids).size).toBe(4);
  });

  it('is not relayed if this version does not know the job, which stays in the table and is logged once', async () => {
    const { domain } = server.deps;
    const warnings: unknown[] = [];
    const log = { ...domain.log, warn: (fields: object) => void warnings.push(fields) };
    await run(`insert into pending_jobs (name, payload, due_at) values ('no.such', '{}', '2026-01-01')`);
    await run(
      `insert into pending_jobs (name, payload) select 'images.remove', '{"keys": []}' from generate_series(1, 150)`,
    );
    expect(await relayPendingJobs({ ...domain, log })).toBe(150);
    expect(await relayPendingJobs({ ...domain, log })).toBe(0);
    expect(await waiting()).toEqual(['no.such']);
    expect(warnings).toEqual([{ job: 'no.such', jobs: 1 }]);
    await run('delete from pending_jobs');
  });
});
