import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '@kith/platform/settings';
import type { Guard } from './guard.ts';

const firstDelayMs = 200;
const maxDelayMs = 10_000;
/** In milliseconds. If a process ran for at least this long, it is restarted with the first delay, and not with a longer one. */
const startedAfterMs = 30_000;

/**
 * Node's options for an api process. The first limits V8's young generation, which saves 15 to 35 MB and makes pauses shorter.
 * The second stops V8 from allocating objects directly in the old generation: at the start, few objects are collected, and V8
 * would conclude that they live long. The Dockerfile, deploy/kubernetes and package.json repeat these options.
 */
export const apiOptions = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

/** Node's options for a worker. They save 52 MB of memory. docker-compose.yml, deploy/kubernetes and package.json repeat them. */
export const workerOptions = ['--max-semi-space-size=2'];

/**
 * Environment variables that make glibc return freed memory to the system. After a dozen pictures, the worker uses 180 MB instead
 * of 520, at the same speed.
 */
export const frugal = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' };

export interface Child {
  /** Resolves when the process first reports that it is ready; rejects when it exits before that. */
  ready: Promise<void>;
  /** Stops the process, if it runs, and starts it again. */
  restart(): void;
  /** Asks the process to stop, and kills it after the grace period. */
  stop(): Promise<void>;
}

/** `execArgv` are options for Node, and `shutdownSeconds` is the grace period after a request to stop. */
export interface ChildOptions {
  execArgv?: string[];
  shutdownSeconds?: number;
  guard?: Guard;
  /** If set, the process is restarted only by `restart`, and not when it exits, because its source code is being edited. */
  manualRestart?: boolean;
}

/** Runs a script as a child process, and restarts it with a growing delay whenever it exits. */
export function supervise(name: string, script: string, env: NodeJS.ProcessEnv, options: ChildOptions = {}): Child {
  const { execArgv = [], shutdownSeconds = 25, guard, manualRestart = false } = options;
  let child: ChildProcess;
  let stopping = false;
  let restarting = false;
  let restartRequest = Promise.withResolvers<void>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    for (let delay = firstDelayMs, wasReady = false; ; ) {
      const startedAt = Date.now();
      // `detached` gives the child its own process group, so that Ctrl-C reaches only the supervisor, which stops its children.
      child = fork(script, { env, execArgv, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child.on('message', (message: { ready?: boolean }) => {
        wasReady ||= message.ready === true;
        if (wasReady) resolve();
      });
      const { pid } = child;
      guard?.add(pid);
      const [code, signal] = await once(child, 'exit').catch((error: Error) => [error.message]);
      guard?.remove(pid);
      if (restarting && !stopping) {
        restarting = false;
        continue;
      }
      if (!wasReady) reject(new StartError(`The ${name} did not start; the reason is above.`));
      if (stopping || !wasReady) return;
      if (manualRestart) {
        console.error(`The ${name} ended (${signal ?? code}); it starts with the next change.`);
        restartRequest = Promise.withResolvers();
        await restartRequest.promise;
        restarting = false;
        if (stopping) return;
        continue;
      }
      if (Date.now() - startedAt > startedAfterMs) delay = firstDelayMs;
      console.error(`The ${name} ended (${signal ?? code}); starting it again.`);
      await wait(delay);
      if (stopping) return;
      delay = Math.min(delay * 2, maxDelayMs);
    }
  }
  const finished = run();
  ready.catch(() => {});

  return {
    ready,
    restart() {
      restarting = true;
      restartRequest.resolve();
      const ending = child;
      ending.kill('SIGTERM');
      const timer = setTimeout(() => ending.kill('SIGKILL'), (shutdownSeconds + 1) * 1000).unref();
      ending.once('exit', () => clearTimeout(timer));
    },
    async stop() {
      stopping = true;
      restartRequest.resolve();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), (shutdownSeconds + 1) * 1000);
      await finished;
      clearTimeout(timer);
    },
  };
}
