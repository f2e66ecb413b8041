import type { Job } from '@kith/domain';
import { expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';

/** These tests are about the share of the storage that uploads take which nobody uses. */
const { server, sql, alice, bob } = await castForFile();
const { domain } = server.deps;
const queued: Job[] = [];
domain.queue.add = async (jobs) => void queued.push(...(jobs as Job[]));
domain.settings = { ...domain.settings, memberStorage: 1_000 };

const open = async (who: Person, size: number): Promise<number> =>
  (await who.call('POST', '/uploads', undefined, { headers: { 'upload-length': String(size) } })).status;
const left = async (who: Person): Promise<number[]> =>
  (await sql('select size from uploads where user_id = $1 order by id', [who.userId])).map(({ size }) => Number(size));
const pass = (who: Person, minutes: number) =>
  sql(`update uploads set changed_at = changed_at - make_interval(mins => $2) where user_id = $1`, [
    who.userId,
    minutes,
  ]);

it('an upload that was left gives its share back to the next one of its member, and only to that', async () => {
  expect([await open(alice, 400), await open(alice, 500), await open(bob, 900)]).toEqual([201, 201, 201]);
  await pass(bob, 60);
  expect(await open(alice, 200)).toBe(409);
  await pass(alice, 60);
  expect(await open(alice, 1_001)).toBe(409);
  expect([await left(alice), await open(alice, 100), await left(alice)]).toEqual([[400, 500], 201, [400, 500, 100]]);
  expect([await open(alice, 200), await left(alice)]).toEqual([201, [100, 200]]);
  expect([await left(bob), queued.filter(({ name }) => name === 'uploads.remove').length]).toEqual([[900], 2]);
});
