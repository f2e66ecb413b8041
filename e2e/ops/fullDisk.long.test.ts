// Long: needs a disk of its own, which only root can make.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeSmallDisk } from '@kith/platform/testing/smallDisk';
import { expect, test } from 'vitest';
import { startApp } from '../fixtures/app.ts';
import { createMember, post } from '../fixtures/cast.ts';
import { rest } from '../fixtures/rest.ts';

test('on a full disk members go on reading and logging in, writes are refused at once, and end when there is space', async (context) => {
  const disk = makeSmallDisk(context, 420);
  const { origin, output, stop } = await startApp({ dataDir: join(disk, 'data'), env: { LOG_LEVEL: 'info' } });
  const alice = await createMember(origin, 'alice');
  await post(origin, alice, 'Before the disk was full');
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'everything')}`, 'bs=1M']);
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`)).json())
    .toEqual({ status: 'ready', writes: 'refused' });
  const again = { identifier: alice.userName, password: alice.password };
  // Within a second the reserve is released.
  await expect.poll(async () => (await rest(origin, 'POST /auth/login', { json: again })).status).toBe(200);
  for (let round = 0; round < 20; round += 1) {
    const json = { userId: alice.userId, caption: `${round}` };
    const refused = await rest(origin, 'POST /posts', { token: alice.token, json });
    expect([refused.status, refused.code]).toEqual([503, 'disk-full']);
    const begun = performance.now();
    const read = await rest<{ items: unknown[] }>(origin, 'GET /feed', { token: alice.token });
    expect([read.status, JSON.stringify(read)]).toEqual([200, expect.stringContaining('Before the disk was full')]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  }
  rmSync(join(disk, 'everything'));
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready' });
  await post(origin, alice, 'After the disk was full');
  expect(output()).toContain('the disk is full: writes are refused until some space is made');
  expect(output()).toContain('the disk has space again: writes are accepted');
  await stop();
});
