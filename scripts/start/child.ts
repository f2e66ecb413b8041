import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitsSettings, StartError } from '@kith/platform/settings';
import type { Guard } from './guard.ts';

const firstDelayMs = 200;
const maxDelayMs = 10_000;
/** A process that ran for at least this long, in milliseconds, counts as started, and is restarted with the first delay again. */
const startedAfterMs = 30_000;

/**
 * Node's options for an api process. V8's young generation would grow to 64 MB on the garbage of calls; at 16 MB a process takes
 * 15 to 35 MB less, and pauses are shorter. Without the second option V8 would conclude at the start, when little is collected,
 * that statements' objects live long, and allocate them in the old generation. The Dockerfile, deploy/kubernetes and package.json
 * have the same.
 */
export const apiOptions = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

/** Node's options for a worker, which mostly waits: they save 52 MB of V8's young generation. They are set in the same files. */
export const workerOptions = ['--max-semi-space-size=2'];

/**
 * Makes glibc return freed memory to the system: after a dozen pictures the worker holds 180 MB instead of 520, at the same
 * speed.
 */
export const frugal = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' };

export interface Child {
  /** Resolves when the process first reports that it is ready; rejects when it exits before that. */
  ready: Promise<void>;
  /** Stops and restarts it; starts one that has exited. */
  restart(): void;
  /** Asks it to stop, and kills it after its grace period. */
  stop(): Promise<void>;
}

/** Node's own options, and the grace period in seconds. */
export interface ChildOptions {
  execArgv?: string[];
  shutdownSeconds?: number;
  guard?: Guard;
  /** Restarted only by `restart`, and not when it exits, because its source is being edited. */
  manualRestart?: boolean;
  /** Settings that are not known yet: the process loads its code meanwhile, and waits for them (`receiveSettings`). */
  settings?: Promise<NodeJS.ProcessEnv>;
}

/** Runs a script as a child of the supervisor and restarts it whenever it exits, with a growing delay. */
export function supervise(name: string, script: string, env: NodeJS.ProcessEnv, options: ChildOptions = {}): Child {
  const { execArgv = [], shutdownSeconds = 25, guard, manualRestart = false, settings } = options;
  let known: NodeJS.ProcessEnv | undefined;
  let child: ChildProcess;
  let stopping = false;
  let restarting = false;
  let restartRequest = Promise.withResolvers<void>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    for (let delay = firstDelayMs, wasReady = false; ; ) {
      const startedAt = Date.now();
      // A process group of its own: Ctrl-C reaches only the supervisor, which stops its children in order.
      child = fork(script, settings && !known ? [awaitsSettings] : [], {
        env: { ...env, ...known },
        execArgv,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
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
  settings?.then(
    (received) => {
      known = received;
      child.send(received, () => {});
    },
    () => {},
  );
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
