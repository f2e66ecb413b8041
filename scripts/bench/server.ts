import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@kith/platform/postgres';

/** A process whose CPU time is measured. */
export interface Measured {
  pid: number;
  /** Sends the process a message, and waits for the response. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a script, and waits for its first message, which says that it is ready. */
export async function startProcess(script: string, env: NodeJS.ProcessEnv, execArgv: string[] = []): Promise<Measured> {
  const child = fork(script, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`)));
  failed.catch(() => {});
  const answer = async () => (await Promise.race([once(child, 'message'), failed]))[0];
  await answer();
  return {
    pid: child.pid as number,
    async ask<T>(message: object) {
      child.send(message);
      return (await answer()) as T;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** An api process that runs the code of a checkout. Measuring it needs Linux. */
export interface ApiServer extends Measured {
  origin: string;
  /** Returns the resident memory in kB. */
  resident(): number;
}

/** Starts an api process of a checkout. When it exits, the process writes a CPU profile to the folder `profiles`, if given. */
export async function startApi(checkout: string, env: NodeJS.ProcessEnv, profiles?: string): Promise<ApiServer> {
  const port = await freePort();
  // Uses the Node options and variables with which the scripts of that checkout start an api process.
  const { apiOptions, frugal } = await import(join(checkout, 'scripts/start/child.ts'));
  const options = profiles ? [...apiOptions, '--cpu-prof', `--cpu-prof-dir=${profiles}`] : apiOptions;
  const settings = { ...frugal, ...env, PORT: String(port) };
  const server = await startProcess(join(checkout, 'apps/api/dist/server.js'), settings, options);
  return {
    ...server,
    origin: `http://127.0.0.1:${port}`,
    resident: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]),
  };
}
