import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Runs before anything is installed, on the machine's own Node: no dependency, no syntax newer than Node 20.

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Compiled once, scripts and what they start load in half the time and need 15 MB less each. */
export const compileCache = `${root}/node_modules/.cache/kith`;

const packagesOf = (file) => Object.entries(JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages);

/** Whether node_modules holds every package of the lockfile in its version, by npm's own record of what it installed. */
function isInstalled() {
  if (!existsSync(`${root}/node_modules/.package-lock.json`) || !existsSync(node26())) return false;
  const installed = new Map(packagesOf('node_modules/.package-lock.json'));
  return packagesOf('package-lock.json')
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, entry]) => installed.has(path) && installed.get(path).version === entry.version);
}

/** Installs what the lockfile says, unless just that is installed already. Ends the process when npm fails. */
export function ensureInstalled(say = console.log) {
  if (isInstalled()) return;
  say('Installing what package-lock.json lists …');
  // Vite is needed in production, too: the web app is built where it is started.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(`npm ci failed${error ? `: ${error.message}` : ', its reason stands above'}.`);
  process.exit(status || 1);
}

/** The path of the Node 26 that the lockfile brings. */
export function node26() {
  return `${root}/node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`;
}

/** Hands the process over to a script on Node 26: same arguments, signals passed on, same exit code. */
export async function handOver(script, args = process.argv.slice(2)) {
  process.chdir(root);
  if (Number.parseInt(process.versions.node, 10) >= 26) {
    process.argv = [process.execPath, `${root}/${script}`, ...args];
    module.enableCompileCache(compileCache);
    await import(pathToFileURL(`${root}/${script}`).href);
    return;
  }
  // The channel lets the script notice when this process is killed.
  const child = spawn(node26(), [...process.execArgv, `${root}/${script}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
