import { spawn } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// This file runs before anything is installed, on the machine's own Node: it has no dependency, and no syntax newer than Node 20.

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** With a compile cache, scripts and their child processes load in half the time and need 15 MB less each. */
export const compileCache = `${root}/node_modules/.cache/kith`;

const isNode26 = Number.parseInt(process.versions.node, 10) >= 26;

/** The path of a Node 26: the running one, or that of the lockfile. */
export function node26() {
  return isNode26 ? process.execPath : `${root}/node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`;
}

/** Replaces this process by a script on Node 26: same arguments, forwarded signals, same exit code. */
export async function spawnNode26(script, args = process.argv.slice(2)) {
  process.chdir(root);
  if (isNode26) {
    process.argv = [process.execPath, `${root}/${script}`, ...args];
    module.enableCompileCache(compileCache);
    await import(pathToFileURL(`${root}/${script}`).href);
    return;
  }
  // Through the channel the script notices when this process is killed.
  const child = spawn(node26(), [...process.execArgv, `${root}/${script}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
