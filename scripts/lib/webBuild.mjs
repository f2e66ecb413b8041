import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node26, root } from './bootstrap.mjs';
import { ensureInstalled, removeBuildPackages } from './install.mjs';

const web = join(root, 'apps/web');
const stamp = join(web, 'dist/.built-from');
const sources = ['apps/web', 'packages/contracts/src', 'package-lock.json'];
const skipped = new Set(['dist', 'node_modules', '.turbo', '.cache']);

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();

/** Builds the web app unless it was built from the same sources before. Exits the process if the build fails. */
export function ensureWebBuilt(say = console.log) {
  if (!isBuilt()) build(say);
}

function build(say) {
  say('Building the web app …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(node26(), [vite, 'build', '--logLevel=warn'], {
    cwd: web,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    say('The web app does not build, its reason stands above.');
    process.exit(status || 1);
  }
  // Computes the hash after the build, because the build generates one of the sources, the route tree.
  writeFileSync(stamp, hashOfSources());
}

/**
 * Installs the packages that Kith needs to run, and builds the web app. Afterwards removes the packages that only the build
 * needs, unless the packages for development are installed.
 */
export function prepare(say = console.log) {
  const built = isBuilt();
  ensureInstalled(built ? 'run' : 'build', say);
  if (!built) build(say);
  removeBuildPackages();
}

/** Returns a hash of the names and contents of all files from which the web app is built. */
function hashOfSources() {
  const hash = createHash('sha1');
  for (const source of sources) {
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
