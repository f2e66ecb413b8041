import { fork } from 'node:child_process';
import { once } from 'node:events';

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
