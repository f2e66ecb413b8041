import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node26, root } from './bootstrap.mjs';
import { ensureInstalled, removeBuildPackages } from './install.mjs';

const serverConfig = 'scripts/lib/server.config.ts';
const serverSources = [
  ...['contracts', 'db', 'domain', 'platform', 'trpc'].map((name) => `packages/${name}/src`),
  serverConfig,
  'package-lock.json',
];

/** The apps that Vite builds: the files and folders that each is built from, and for a server process its main module. */
const apps = {
  web: { sources: ['apps/web', 'packages/contracts/src', 'package-lock.json'] },
  api: { sources: ['apps/api/src', ...serverSources], main: 'src/server.ts' },
  worker: { sources: ['apps/worker/src', ...serverSources], main: 'src/main.ts' },
};
const skipped = new Set(['dist', 'node_modules', '.turbo', '.cache']);

/** @typedef {keyof typeof apps} App */

const stamp = (app) => join(root, 'apps', app, 'dist/.built-from');
const isBuilt = (app) => existsSync(stamp(app)) && readFileSync(stamp(app), 'utf8') === hashOfSources(app);

/**
 * Builds those of the apps that were not built from the same sources before. Exits the process if a build fails.
 * @param {App[]} wanted
 */
export async function ensureBuilt(wanted, say = console.log) {
  const outdated = wanted.filter((app) => !isBuilt(app));
  if (outdated.length === 0) return;
  say(`Building ${outdated.join(', ')} …`);
  await Promise.all(outdated.map((app) => build(app, say)));
}

async function build(app, say) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { main } = apps[app];
  const options = main ? ['--config', join(root, serverConfig), '--ssr', main] : [];
  const child = spawn(node26(), [vite, 'build', '--logLevel=warn', ...options], {
    cwd: join(root, 'apps', app),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    say(`${app} does not build, its reason stands above.`);
    process.exit(code || 1);
  }
  // Computes the hash after the build, because the build generates one of the web app's sources, the route tree.
  writeFileSync(stamp(app), hashOfSources(app));
}

/**
 * Installs the packages that Kith needs to run, and builds the apps. Afterwards removes the packages that only the builds need,
 * unless the packages for development are installed.
 * @param {App[]} wanted
 */
export async function prepare(wanted = ['web', 'api', 'worker'], say = console.log) {
  ensureInstalled(wanted.every(isBuilt) ? 'run' : 'build', say);
  await ensureBuilt(wanted, say);
  removeBuildPackages();
}

/** Returns a hash of the names and contents of all files from which an app is built. */
function hashOfSources(app) {
  const hash = createHash('sha1');
  for (const source of apps[app].sources) {
    for (const file of filesOf(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesOf(`${path}/${name}`));
}
