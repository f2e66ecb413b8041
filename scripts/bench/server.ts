import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../lib/bootstrap.mjs';
import { apiOptions, type Child, frugal, keepRunning } from '../start/child.ts';
import { childrenOf } from './processor.ts';

export interface Stall {
  worst: number;
  p99: number;
  /** What is in use, V8's heap and what it holds outside of it. */
  usedKb: number;
}

/** The newest process of this one that runs `script`. */
export const pidOf = (script: string): number =>
  childrenOf(process.pid).findLast((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script)) ?? 0;

/** An api process under the bench's eyes; needs Linux for its figures. */
export class ApiServer {
  readonly origin: string;
  readonly #child: Child;
  readonly #file: string;
  pid = 0;

  private constructor(child: Child, port: number, file: string) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
    this.#file = file;
  }

  /** With `profiles`, a folder, the process leaves a processor profile there when it ends. */
  static async start(env: NodeJS.ProcessEnv, port: number, folder: string, profiles?: string): Promise<ApiServer> {
    const file = join(folder, `stall-${port}.json`);
    const preload = [...apiOptions, '--import', join(root, 'scripts/bench/stall.ts')];
    if (profiles) preload.push('--cpu-prof', `--cpu-prof-dir=${profiles}`);
    const settings = { ...frugal, ...env, PORT: String(port), STALL_FILE: file };
    const script = 'apps/api/src/server.ts';
    const child = keepRunning('api', join(root, script), settings, { execArgv: preload });
    const server = new ApiServer(child, port, file);
    await child.ready;
    server.pid = pidOf(script);
    return server;
  }

  /** Resident memory in kB. */
  resident(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]);
  }

  /** The event loop's worst stall since the last call, in ms, and the memory in use, `collected` or as it is. */
  async stall(collected = false): Promise<Stall> {
    rmSync(this.#file, { force: true });
    process.kill(this.pid, collected ? 'SIGPWR' : 'SIGUSR2');
    for (let tries = 0; tries < 100; tries++) {
      await wait(20);
      try {
        const told = JSON.parse(readFileSync(this.#file, 'utf8')) as Stall;
        await wait(100);
        return told;
      } catch {
        // Not written yet.
      }
    }
    throw new Error('the api did not tell of its event loop');
  }

  stop = (): Promise<void> => this.#child.stop();
}
