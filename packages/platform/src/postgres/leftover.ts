import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, isRunning, waitForEnd } from '../processes.ts';
import { StartError } from '../startError.ts';

/**
 * Stops the server that a killed start left running on `cluster`, and removes a stale postmaster.pid, whose process has exited,
 * is a zombie, or is another program by now.
 * @throws StartError when the server does not stop
 */
export async function stopLeftoverServer(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === null) return;
  // The whole path is compared: a copy in a folder whose name is a prefix must not stop the original's server.
  if (isRunning(pid) && ` ${commandOf(pid) ?? `-D ${cluster}`} `.includes(` -D ${cluster} `)) {
    process.kill(pid, 'SIGINT');
    if (!(await waitForEnd(pid, 8000))) process.kill(pid, 'SIGQUIT');
    if (!(await waitForEnd(pid, 2000)))
      throw new StartError(`A PostgreSQL (process ${pid}) still runs on ${cluster}: stop it.`);
  }
  rmSync(file, { force: true });
}

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
