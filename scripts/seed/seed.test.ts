import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../lib/bootstrap.mjs';

it('a server in production is not filled with accounts by mistake', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-seed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/seed/main.ts')], {
    env: {
      ...{ ENV_FILE: '', NODE_ENV: 'production', ALLOW_DEV_MAIL: 'on', GOOGLE_SIGN_IN: 'off' },
      DATA_DIR: join(folder, 'data'),
    },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('add --yes-in-production')]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
