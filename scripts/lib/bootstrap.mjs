import { spawn } from 'node:child_process';
import module from 'node:module';
import { freemem } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

// This file runs before packages are installed, on the Node of the machine. So it imports no package, and uses no syntax newer
// than Node 20.

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The folder of Node's compile cache, with which scripts and their child processes load in half the time. */
export const compileCache = `${root}/node_modules/.cache/kith`;

const isNode26 = Number.parseInt(process.versions.node, 10) >= 26;

/** Returns the path of a Node 26: the running Node, or the one that npm installs as a package. */
export function node26() {
  return isNode26 ? process.execPath : `${root}/node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`;
}

/** The bytes of memory that programs can still use, also within a limit of a container. */
export const availableMemory = () => process.availableMemory?.() ?? freemem();

/** Whether a process that ended with this code or signal was out of memory. V8 aborts when its own limit is reached. */
export const endedForMemory = (code, signal) =>
  signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134 || code === 137;

/** Prints what begins, and afterwards how long it took. */
export async function timed(step, run, say = console.log) {
  say(`${step} …`);
  const begun = performance.now();
  const result = await run();
  say(`  ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a script on Node 26, in this process or in a child process with forwarded signals and the same exit code. */
export async function spawnNode26(script, args = process.argv.slice(2)) {
  process.chdir(root);
  if (isNode26) {
    process.argv = [process.execPath, `${root}/${script}`, ...args];
    module.enableCompileCache(compileCache);
    await import(pathToFileURL(`${root}/${script}`).href);
    return;
  }
  // The IPC channel closes when this process is killed, which the script notices.
  const child = spawn(node26(), [...process.execArgv, `${root}/${script}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
