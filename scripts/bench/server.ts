import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { type Measured, startProcess } from './process.ts';

/** Event loop stalls since the last call, in ms, and the memory in use: V8's heap and external memory. */
export interface Stall {
  worst: number;
  p99: number;
  usedKb: number;
}

/** An api process that runs the code of a checkout. Measuring it needs Linux. */
export interface ApiServer extends Measured {
  origin: string;
  /** Returns the resident memory in kB. */
  resident(): number;
  stall(collected?: boolean): Promise<Stall>;
}

/** Starts an api process of a checkout. When it exits, the process writes a CPU profile to the folder `profiles`, if given. */
export async function startApi(checkout: string, env: NodeJS.ProcessEnv, profiles?: string): Promise<ApiServer> {
  const port = await freePort();
  // Uses the Node options and variables with which the scripts of that checkout start an api process.
  const { apiOptions, frugal } = await import(join(checkout, 'scripts/start/child.ts'));
  const options = [...apiOptions, '--import', join(root, 'scripts/bench/stall.ts')];
  if (profiles) options.push('--cpu-prof', `--cpu-prof-dir=${profiles}`);
  const settings = { ...frugal, ...env, PORT: String(port) };
  const server = await startProcess(join(checkout, 'apps/api/dist/server.js'), settings, options);
  return {
    ...server,
    origin: `http://127.0.0.1:${port}`,
    resident: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]),
    stall: (collected = false) => server.ask({ stall: true, collected }),
  };
}
