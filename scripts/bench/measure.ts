import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@kith/db';
import { probe } from '@kith/db/testing';
import type { Case } from './cases.ts';
import type { Cast } from './fill.ts';
import { load } from './load.ts';
import { type Cost, line, type Row, type Subject, total } from './report.ts';

/** A server to measure. `pid` and `postmaster` are the processes whose CPU time counts; the floor has no `cast`. */
export interface Target {
  origin: string;
  pid: number;
  postmaster: number;
  cast?: Cast;
  /** The database, whose recorded notifications are delivered before the next target is measured. */
  db?: Pick<Database, 'pool'>;
}

/** The seconds for which each target is loaded before it is measured, so that V8 has optimised the code. */
const warmUp = 4;

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

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

/** Returns the round with the median CPU time, with the range of the CPU times, the longest p99, and all failures. */
function median(rounds: Cost[]): Cost {
  const sorted = rounds.toSorted((a, b) => total(a) - total(b));
  const at = (index: number) => sorted.at(index) as Cost;
  return {
    ...at(sorted.length >> 1),
    p99: Math.max(...rounds.map((each) => each.p99)),
    failed: rounds.reduce((sum, each) => sum + each.failed, 0),
    spread: [total(at(0)), total(at(-1))],
  };
}

/** Waits until no recorded notification is left, whose cost would count for the target that is measured next. */
async function delivered({ db }: Target): Promise<void> {
  while (db && (await probe(db, 'select from pending_notifications limit 1')).rowCount) await wait(50);
}

/** Measures each case at all targets alternately, so that other load on the machine affects all targets equally. Needs Linux. */
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
      return what ? [{ who, target, what }] : [];
    });
    for (const connections of each) {
      for (const { target, what } of loads) {
        await load(target.origin, what, connections, warmUp);
        await delivered(target);
      }
      const costs = new Map(loads.map(({ who }) => [who, [] as Cost[]]));
      for (let round = 0; round < rounds; round++) {
        for (const { who, target, what } of loads) {
          const { origin, pid, postmaster } = target;
          const used = () => [usedBy(pid).own, usedByDatabase(postmaster)] as const;
          const before = used();
          const loaded = await load(origin, what, connections, seconds);
          await delivered(target);
          const [serverMs = 0, databaseMs = 0] = used().map((ms, i) => (ms - (before[i] ?? 0)) / loaded.requests);
          costs.get(who)?.push({ ...loaded, serverMs, databaseMs, spread: [0, 0] });
        }
      }
      const medians = [...costs].map(([who, ofRounds]) => [who, median(ofRounds)]);
      rows.push({ name, connections, ...Object.fromEntries(medians) });
      log(line(rows.at(-1) as Row));
    }
  }
  return rows;
}
