import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '@kith/platform/settings';

const firstWait = 200;
const longestWait = 10_000;
/** A process that ran for so long, in milliseconds, started well: the next restart waits only briefly again. */
const steadyAfter = 30_000;

export interface Child {
  /** Resolves when the process first says that it works; rejects when it ends before. */
  ready: Promise<void>;
  /** Asks it to end, and kills it when it is still there after its time. */
  stop(): Promise<void>;
}

/** Node's own options, and how many seconds the process may take to stop. */
export interface ChildOptions {
  execArgv?: string[];
  shutdownSeconds?: number;
}

/** Runs a script as a child of the supervisor and restarts it whenever it dies, after a longer wait each time. */
export function keepRunning(name: string, script: string, env: NodeJS.ProcessEnv, options: ChildOptions = {}): Child {
  const { execArgv = [], shutdownSeconds = 25 } = options;
  let child: ChildProcess;
  let stopping = false;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    for (let pause = firstWait, wasReady = false; ; ) {
      const startedAt = Date.now();
      // A process group of its own: Ctrl-C reaches only the supervisor, which stops its children in order.
      child = fork(script, { env, execArgv, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child.on('message', (message: { ready?: boolean }) => {
        wasReady ||= message.ready === true;
        if (wasReady) resolve();
      });
      const [code, signal] = await once(child, 'exit').catch((error: Error) => [error.message]);
      if (!wasReady) reject(new StartError(`The ${name} did not start; its reason stands above.`));
      if (stopping || !wasReady) return;
      if (Date.now() - startedAt > steadyAfter) pause = firstWait;
      console.error(`The ${name} ended (${signal ?? code}); starting it again.`);
      await wait(pause);
      if (stopping) return;
      pause = Math.min(pause * 2, longestWait);
    }
  }
  const over = run();
  ready.catch(() => {});

  return {
    ready,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), (shutdownSeconds + 1) * 1000);
      await over;
      clearTimeout(timer);
    },
  };
}
