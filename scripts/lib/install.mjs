import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { node26, root } from './bootstrap.mjs';

// This file runs before anything is installed, on the machine's own Node: it has no dependency, and no syntax newer than Node 20.

/**
 * What can be installed, each a subset of the previous one: all packages; those to run Kith and to build the web app; those to
 * run Kith.
 * @typedef {'all' | 'build' | 'run'} Part
 */

const hidden = `${root}/node_modules/.package-lock.json`;
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The packages of the lockfile that a part needs, by folder. For 'run' those that server, worker and their scripts depend on,
 * without peer dependencies: one of tRPC's is TypeScript.
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

/** Where Node finds a package imported by the one at `from`: in its own node_modules, or in that of a parent folder. */
function resolve(packages, from, name) {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path]) return packages[path].link ? packages[path].resolved : path;
  return from ? resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name) : undefined;
}

/** Whether node_modules contains every package of a part in the right version, by npm's own record. */
function isInstalled(part) {
  if (!existsSync(hidden) || !existsSync(node26())) return false;
  const installed = read(hidden).packages;
  return [...packagesOf(part)].every(
    ([path, { optional, version }]) => optional || installed[path]?.version === version,
  );
}

/**
 * Installs a part as the lockfile has it, unless it, or more, is installed already. Exits when npm fails.
 * @param {Part} part
 */
export function ensureInstalled(part, say = console.log) {
  if (isInstalled(part)) return;
  say('Installing what package-lock.json lists …');
  const which = part === 'all' ? '--include=dev' : '--omit=dev';
  // Shows errors only: npm would warn about the machine's Node, which runs none of the packages.
  const { status, error } = spawnSync('npm', ['ci', which, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(`npm ci failed${error ? `: ${error.message}` : ', its reason stands above'}.`);
  process.exit(status || 1);
}

/** Removes what only building the web app needs, from npm's record too. In a development checkout everything stays. */
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
