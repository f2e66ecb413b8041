import type { Case } from './cases.ts';
import type { Cast } from './fill.ts';
import { load } from './load.ts';
import { usedDuring } from './processor.ts';
import { type Cost, line, type Row, type Subject } from './report.ts';
import type { Stall } from './server.ts';

/** A server to measure. `pid` and `postmaster` are the processes whose CPU time counts; a baseline has no `cast`. */
export interface Target {
  origin: string;
  pid: number;
  postmaster: number;
  cast?: Partial<Cast>;
  /**
   * Only for the product: `remove` deletes notifications that the moving baseline (floor.ts) recorded, and `delivered` waits
   * until all notifications are delivered.
   */
  pending?: { remove(): Promise<void>; delivered(): Promise<void> };
}

/** The seconds for which each target is loaded before it is measured, so that V8 has optimised the code. */
const warmUp = 4;

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

/** Measures each case at all targets alternately, so that other load on the machine affects all targets equally. */
export async function measure(
  targets: Partial<Record<Subject, Target>>,
  cases: Case[],
  { seconds, rounds, stall }: { seconds: number; rounds: number; stall: () => Promise<Stall> },
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, connections: each, kith, floor } of cases) {
    const loads = (Object.entries(targets) as [Subject, Target][]).flatMap(([who, target]) => {
      const what = target.cast ? kith(target.cast) : floor;
      return what ? [{ who, target, what }] : [];
    });
    for (const connections of each) {
      for (const { target, what } of loads) await load(target.origin, what, connections, warmUp);
      await stall();
      const costs = new Map(loads.map(({ who }): [Subject, Cost[]] => [who, []]));
      for (let round = 0; round < rounds; round++) {
        for (const { who, target, what } of loads) {
          await target.pending?.remove();
          const { result, used } = await usedDuring(target.pid, target.postmaster, async () => {
            const loaded = await load(target.origin, what, connections, seconds);
            await target.pending?.delivered();
            return loaded;
          });
          const perRequest = (ms: number) => Number((ms / result.requests).toFixed(4));
          const cost = { serverMs: perRequest(used.server), databaseMs: perRequest(used.database) };
          costs.get(who)?.push({ ...result, ...cost, spread: [0, 0] });
        }
      }
      const medians = [...costs].map(([who, taken]) => [who, median(taken)]);
      rows.push({ name, connections, ...Object.fromEntries(medians), stallMs: (await stall()).worst });
      log(line(rows.at(-1) as Row));
    }
  }
  return rows;
}
