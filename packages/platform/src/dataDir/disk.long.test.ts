// Long: needs a disk of its own, which only root can make.
import { spawnSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSmallDisk } from '../testing/smallDisk.ts';
import { isDiskFull, keepReserve, watchDisk } from './disk.ts';

it('the reserve is released when the disk is full, writes are refused until it is made again, and both are reported', async (context) => {
  const folder = makeSmallDisk(context, 200);
  const seen: boolean[] = [];
  const reserve = await keepReserve(folder);
  const watched = watchDisk(folder, (full) => void seen.push(full));
  expect(statSync(join(folder, 'reserve')).size).toBe(64_000_000);
  expect(await isDiskFull(folder)).toBe(false);
  const spawned = spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'everything')}`, 'bs=1M']);
  expect(spawned.status).toBe(1);
  await expect.poll(() => statSync(join(folder, 'reserve')).size).toBe(0);
  await expect.poll(() => seen).toEqual([true]);
  expect(await isDiskFull(folder)).toBe(true);
  // PostgreSQL has some space now, as has what writes little, until that is used up.
  await expect.poll(() => watched.usedUp).toBe(false);
  writeFileSync(join(folder, 'log'), Buffer.alloc(50_000_000));
  await expect.poll(() => watched.usedUp).toBe(true);
  rmSync(join(folder, 'everything'));
  await expect.poll(() => statSync(join(folder, 'reserve')).size).toBe(64_000_000);
  await expect.poll(() => seen).toEqual([true, false]);
  reserve.close();
  watched.close();
});
