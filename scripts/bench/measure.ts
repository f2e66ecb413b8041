import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Case } from './cases.ts';
import type { Cast } from './fill.ts';
import { load } from './load.ts';
import { type Cost, line, type Row, type Subject } from './report.ts';

/** A server to measure. `pid` and `postmaster` are the processes whose CPU time counts; the floor has no `cast`. */
export interface Target {
  origin: string;
  pid: number;
  postmaster: number;
  cast?: Partial<Cast>;
  /**
   * Only for the product: `remove` deletes notifications that the floor recorded, and `delivered` waits until all notifications
   * are delivered.
   */
  pending?: { remove(): Promise<void>; delivered(): Promise<void> };
}

/** The seconds for which each target is loaded before it is measured, so that V8 has optimised the code. */
const warmUp = 4;

const tickMs = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU time in ms that a process has used so far, and the CPU time of its children that have exited. */
function usedBy(pid: number): { own: number; ended: number } {
  // The process name, field 2, may contain any character, so the text after it is split: `fields` starts with field 3 of proc(5).
  // The fields 14 to 17 are utime, stime, cutime and cstime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const at = (field: number) => Number(fields[field - 3]) * tickMs;
  return { own: at(14) + at(15), ended: at(16) + at(17) };
}

/** Returns the CPU time of PostgreSQL and all its processes, including those that have exited. */
function usedByDatabase(postmaster: number): number {
  const { own, ended } = usedBy(postmaster);
  let sum = own + ended;
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  for (const pid of children.filter(Boolean)) {
    try {
      sum += usedBy(Number(pid)).own;
    } catch {
      // The backend has just exited.
    }
  }
  return sum;
}

const middle = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;

/** Returns the round with the median CPU time, with the minimum and the maximum of all rounds. */
function median(rounds: Cost[]): Cost {
  const total = ({ serverMs, databaseMs }: Cost) => serverMs + databaseMs;
  const sorted = rounds.toSorted((a, b) => total(a) - total(b));
  const at = (index: number) => sorted.at(index) as Cost;
  return {
    ...at(sorted.length >> 1),
    perSecond: middle(rounds.map((each) => each.perSecond)),
    p50: middle(rounds.map((each) => each.p50)),
    p99: Math.max(...rounds.map((each) => each.p99)),
    failed: rounds.reduce((sum, each) => sum + each.failed, 0),
    spread: [total(at(0)), total(at(-1))],
  };
}

/**
 * Measures each case at all targets alternately, so that other load on the machine affects all targets equally. Needs Linux.
 */
export async function measure(
  targets: Partial<Record<Subject, Target>>,
  cases: Case[],
  { seconds, rounds }: { seconds: number; rounds: number },
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, connections: each, kith, floor } of cases) {
    const loads = (Object.entries(targets) as [Subject, Target][]).flatMap(([who, target]) => {
      const what = target.cast ? kith(target.cast) : floor;
      return what ? [{ who, target, what, costs: [] as Cost[] }] : [];
    });
    for (const connections of each) {
      for (const { target, what } of loads) await load(target.origin, what, connections, warmUp);
      for (const { costs } of loads) costs.length = 0;
      for (let round = 0; round < rounds; round++) {
        for (const { target, what, costs } of loads) {
          const { origin, pid, postmaster, pending } = target;
          await pending?.remove();
          const used = () => [usedBy(pid).own, usedByDatabase(postmaster)] as const;
          const before = used();
          const loaded = await load(origin, what, connections, seconds);
          await pending?.delivered();
          const [serverMs = 0, databaseMs = 0] = used().map((ms, i) => (ms - (before[i] ?? 0)) / loaded.requests);
          costs.push({ ...loaded, serverMs, databaseMs, spread: [0, 0] });
        }
      }
      const medians = loads.map(({ who, costs }) => [who, median(costs)]);
      rows.push({ name, connections, ...Object.fromEntries(medians) });
      log(line(rows.at(-1) as Row));
    }
  }
  return rows;
}
