import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { node26, root } from './bootstrap.mjs';

// Runs before anything is installed, on the machine's own Node: no dependency, no syntax newer than Node 20.

/**
 * What can be installed, each part of the one before: everything; without what only develops and tests; and without what only
 * builds the web app, either.
 * @typedef {'all' | 'build' | 'run'} Part
 */

const hidden = `${root}/node_modules/.package-lock.json`;
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The packages of the lockfile that a part needs, by their folder. Of 'run' that is what the server, the worker and their
 * scripts depend on; peers are left out: TypeScript is one of tRPC's.
 * @param {Part} part
 */
export function packagesOf(part, { packages } = read(`${root}/package-lock.json`)) {
  const inModules = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  if (part === 'all') return new Map(inModules);
  if (part === 'build') return new Map(inModules.filter(([, { dev }]) => !dev));
  const needed = new Set();
  const add = (path) => {
    if (path === undefined || needed.has(path)) return;
    needed.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(resolve(packages, path, name));
  };
  for (const workspace of ['', 'apps/api', 'apps/worker']) add(workspace);
  return new Map(inModules.filter(([path]) => needed.has(path)));
}

/** Where Node finds a package that the one at `from` imports: in its own node_modules, or in that of a folder above. */
function resolve(packages, from, name) {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path]) return packages[path].link ? packages[path].resolved : path;
  return from ? resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name) : undefined;
}

/** Whether node_modules holds every package of a part in its version, by npm's own record of what it installed. */
function isInstalled(part) {
  if (!existsSync(hidden) || !existsSync(node26())) return false;
  const installed = read(hidden).packages;
  return [...packagesOf(part)].every(
    ([path, { optional, version }]) => optional || installed[path]?.version === version,
  );
}

/**
 * Installs a part as the lockfile has it, unless just that, or more, is installed already. Ends the process when npm fails.
 * @param {Part} part
 */
export function ensureInstalled(part, say = console.log) {
  if (isInstalled(part)) return;
  say('Installing what package-lock.json lists …');
  const which = part === 'all' ? '--include=dev' : '--omit=dev';
  // Errors alone: npm compares each package's engines with the machine's Node, which runs none of them.
  const { status, error } = spawnSync('npm', ['ci', which, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(`npm ci failed${error ? `: ${error.message}` : ', its reason stands above'}.`);
  process.exit(status || 1);
}

/** Removes what only building the web app needs, from npm's record too. Where Kith is developed everything stays. */
export function removeBuildPackages() {
  if (isInstalled('all')) return;
  const needed = packagesOf('run');
  const record = read(hidden);
  const installed = Object.entries(record.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  const unneeded = installed.filter(([path]) => !needed.has(path));
  if (unneeded.length === 0) return;
  for (const [path] of unneeded) {
    rmSync(`${root}/${path}`, { recursive: true, force: true });
    delete record.packages[path];
  }
  writeFileSync(hidden, JSON.stringify(record));
}
