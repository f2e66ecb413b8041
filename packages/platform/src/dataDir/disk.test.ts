import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDiskFull } from './disk.ts';

it('a released reserve that nothing makes again, as with an outside PostgreSQL, refuses no writes while there is space', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-reserve-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'reserve'), '');
  expect(await isDiskFull(folder)).toBe(false);
});
