import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { newDataDir, startApp } from '../../e2e/fixtures/app.ts';
import { processesBelow } from '../../e2e/fixtures/processes.ts';
import type { Figures } from './report.ts';

const starts = 6;
/** The wait before memory is measured. It is long enough for the worker's image process to end because it is idle. */
const idleSeconds = 75;

/** Returns the proportional set size of a process in MB: a page that several processes share is divided among them. */
const pssMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;

const kindOf = (command: string): string =>
  ['postgres', 'apps/api', 'apps/worker', 'imager'].find((kind) => command.includes(kind)) ?? 'other';

/** Starts Kith several times on the same data. Measures the time until Kith is ready, and the memory of the idle processes. */
export async function idleFigures(): Promise<Figures> {
  const dataDir = newDataDir();
  const took: number[] = [];
  const memory: Record<string, number> = {};
  try {
    for (let n = 0; n < starts; n += 1) {
      const began = performance.now();
      const app = await startApp({ dataDir });
      took.push(Math.round(performance.now() - began));
      if (n === starts - 1) {
        await wait(idleSeconds * 1_000);
        const all = [{ pid: app.pid, command: 'supervisor' }, ...processesBelow(app.pid)];
        for (const { pid, command } of all) memory[kindOf(command)] = (memory[kindOf(command)] ?? 0) + pssMb(pid);
      }
      await app.stop({ keep: true });
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const [first, ...later] = took;
  const sum = Object.values(memory).reduce((all, each) => all + each, 0);
  const parts = Object.entries(memory).map(([kind, mb]) => `${kind} ${Math.round(mb)}`);
  const text =
    `start: ready after ${first} ms with a new database, then ${later.join(', ')} ms; ` +
    `${idleSeconds} s later ${Math.round(sum)} MB (${parts.join(', ')})`;
  return { name: 'start', text, figures: { took, memory } };
}
