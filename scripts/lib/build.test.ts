import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './bootstrap.mjs';
import { whyNotBuilt } from './build.mjs';

it('a wrong setting is named before anything is built', () => {
  const copy = mkdtempSync(join(tmpdir(), 'kith copy '));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const part of ['lib', 'start', 'start.mjs']) {
    cpSync(join(root, 'scripts', part), join(copy, 'scripts', part), {
      recursive: true,
      filter: (path) => !path.endsWith('/dist'),
    });
  }
  for (const shared of ['apps', 'packages', 'node_modules', 'package.json', 'package-lock.json'])
    symlinkSync(join(root, shared), join(copy, shared));

  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/start.mjs')], {
    env: { PATH: process.env.PATH, ENV_FILE: '', PORT: 'http' },
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Setting PORT should be a whole number from 1 to 65535.\n',
  });
});

it.each([
  [null, 'SIGKILL', 'There is not enough memory to build web'],
  [134, null, 'There is not enough memory to build web'],
  [1, null, 'web does not build'],
])('a build that ended with %s and %s is explained in one line', (code, signal, line) => {
  expect(whyNotBuilt('web', code, signal)).toContain(line);
});
