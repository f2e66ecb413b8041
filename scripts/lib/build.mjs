import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { availableMemory, endedForMemory, node26, root, timed } from './bootstrap.mjs';
import { ensureInstalled, removeBuildPackages } from './install.mjs';

const serverConfig = 'scripts/lib/server.config.ts';
const serverOptions = ['--config', join(root, serverConfig)];
const serverSources = [
  ...['contracts', 'db', 'domain', 'platform', 'trpc'].map((name) => `packages/${name}/src`),
  serverConfig,
  'package-lock.json',
];

/** What Vite builds, each in a folder, with its options and the files and folders that it is built from. */
const builds = {
  web: { folder: 'apps/web', options: [], sources: ['apps/web', 'packages/contracts/src', 'package-lock.json'] },
  api: { folder: 'apps/api', options: serverOptions, sources: ['apps/api/src', ...serverSources] },
  worker: { folder: 'apps/worker', options: serverOptions, sources: ['apps/worker/src', ...serverSources] },
  start: {
    folder: 'scripts/start',
    options: serverOptions,
    sources: ['scripts/start', 'scripts/lib', ...serverSources],
  },
};
/** Folders and files that no build depends on. */
const skipped = /^(?:dist|node_modules|\.turbo|\.cache|test|testing)$|\.test\.tsx?$/;

/** @typedef {keyof typeof builds} Build */
/** @type {Build[]} */
const all = Object.keys(builds);

/** The file that a release has: everything is built there, and its sources for the web app are missing. */
export const releaseMark = 'RELEASE';
const isRelease = existsSync(join(root, releaseMark));

const stamp = (name) => join(root, builds[name].folder, 'dist/.built-from');
const isBuilt = (name) =>
  isRelease || (existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === hashOfSources(name));

/**
 * Builds those of `apps` whose sources have changed since their last build. Exits the process if a build fails.
 * @param {Build[]} apps
 */
export async function ensureBuilt(apps = all, say = console.log) {
  const outdated = apps.filter((name) => !isBuilt(name));
  if (outdated.length === 0) return;
  const buildAll = async () => {
    if (isMemoryShort()) for (const name of outdated) await build(name, say);
    else await Promise.all(outdated.map((name) => build(name, say)));
  };
  await timed(`Building ${outdated.join(', ')}`, buildAll, say);
}

/** All builds at once take 2 GB, and each alone up to 750 MB. */
const isMemoryShort = () => availableMemory() < 2.5e9;

/** Why a build that ended with this code or signal has failed, in one line. */
export const whyNotBuilt = (name, code, signal) =>
  endedForMemory(code, signal)
    ? `There is not enough memory to build ${name}, which takes up to 750 MB. A release needs no build: docs/operating.md.`
    : `${name} does not build, its reason stands above.`;

async function build(name, say) {
  const { folder, options } = builds[name];
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(node26(), [vite, 'build', '--logLevel=warn', ...options], {
    cwd: join(root, folder),
    // With another NODE_ENV, the build would contain the larger React for development, which prints its warnings.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) {
    say(whyNotBuilt(name, code, signal));
    process.exit(code || 1);
  }
  // Computes the hash after the build, because the build generates one of the web app's sources, the route tree.
  contents.clear();
  writeFileSync(stamp(name), hashOfSources(name));
}

/**
 * Installs the packages that Kith needs to run, and builds `apps`. Afterwards removes the packages that only the builds
 * need, unless the packages for development are installed. If something is to be built, the settings are checked before, so that
 * the operator does not wait for a build to learn that a setting is wrong.
 * @param {{ apps?: Build[], say?: (line: string) => void, needsSettings?: boolean }} options
 */
export async function prepare({ apps = all, say = console.log, needsSettings = true } = {}) {
  const isDone = apps.every(isBuilt);
  await ensureInstalled(isDone ? 'run' : 'build', say);
  if (!isDone && needsSettings) checkSettings();
  await ensureBuilt(apps, say);
  removeBuildPackages();
}

/** Exits the process if a setting is wrong, with a line that names it. */
function checkSettings() {
  const { status } = spawnSync(node26(), ['scripts/lib/checkSettings.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The contents of files, because several builds share sources. */
const contents = new Map();

function contentOf(file) {
  if (!contents.has(file)) contents.set(file, readFileSync(join(root, file)));
  return contents.get(file);
}

/** Returns a hash of the names and contents of all files that something is built from. */
function hashOfSources(name) {
  const hash = createHash('sha1');
  for (const source of builds[name].sources) {
    for (const file of filesOf(source)) hash.update(`${file}\0`).update(contentOf(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !skipped.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesOf(`${path}/${name}`));
}
