import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableMemory, endedForMemory, node26, root, timed } from './bootstrap.mjs';

// This file runs before packages are installed, on the Node of the machine. So it imports no package, and uses no syntax newer
// than Node 20.

/**
 * Which packages to install: all packages, those needed to build the web app and to run Kith, or those needed only to run Kith.
 * Each part is a subset of the previous one.
 * @typedef {'all' | 'build' | 'run'} Part
 */

const hidden = `${root}/node_modules/.package-lock.json`;
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Returns the packages of the lockfile that a part needs, by folder. For 'run', these are the dependencies of the server, the
 * worker and the scripts, without peer dependencies, because one peer dependency of tRPC is TypeScript.
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

/**
 * Returns where Node finds the package `name` for an import by the package at `from`: in the node_modules of that package or of a
 * folder above it.
 */
function resolve(packages, from, name) {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path]) return packages[path].link ? packages[path].resolved : path;
  return from ? resolve(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name) : undefined;
}

/** Whether node_modules has every package of a part in the lockfile's version, according to npm's own record. */
function isInstalled(part) {
  if (!existsSync(hidden) || !existsSync(node26())) return false;
  const installed = read(hidden).packages;
  return [...packagesOf(part)].every(
    ([path, { optional, version }]) => optional || installed[path]?.version === version,
  );
}

/** Why an `npm ci` that ended with this code, signal or error has failed, in one line. */
export const whyNotInstalled = (code, signal, error) =>
  endedForMemory(code, signal)
    ? 'There is not enough memory to install the packages, which takes up to 400 MB. Stop Kith or another program, and try again.'
    : `npm ci failed${error ? `: ${error.message}` : ', its reason stands above'}.`;

/**
 * Installs packages as the lockfile lists them, unless all packages of this part are installed. Exits the process if npm fails.
 * @param {Part} part
 */
export async function ensureInstalled(part, say = console.log) {
  if (isInstalled(part)) return;
  const which = part === 'all' ? '--include=dev' : '--omit=dev';
  // One connection is slower, but takes 380 MB in place of 530, which an upgrade needs beside a running Kith on a machine with 1 GB.
  const sockets = availableMemory() < 1e9 ? ['--maxsockets=1'] : [];
  // The log level hides npm's warnings about the version of the machine's Node, because the packages run on Node 26.
  const install = () =>
    spawnSync('npm', ['ci', which, ...sockets, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      // npm's errors are on stderr. Its stdout has only the number of packages.
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  const { status, signal, error } = await timed('Installing what package-lock.json lists', install, say);
  if (status === 0) return;
  say(whyNotInstalled(status, signal, error));
  process.exit(status || 1);
}

/**
 * Removes the packages that only the build of the web app needs, also from npm's record. Does nothing if the packages for
 * development are installed too.
 */
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
