import type { Case } from './cases.ts';
import { type Load, load, type Measured } from './load.ts';
import { type Used, usedUntilNow } from './processor.ts';
import { type Cost, line, type Row } from './report.ts';
import type { ApiServer } from './server.ts';

/** The processes that are measured: what their processor time is spent on is told apart. */
export interface Measuring {
  api: ApiServer;
  floorPid: number;
  postmaster: number;
}

type Run = Measured & Used;

/** A run under load, and what it cost. */
async function run(
  { api, floorPid, postmaster }: Measuring,
  who: 'kith' | 'floor',
  what: Load,
  connections: number,
  seconds: number,
): Promise<Run> {
  const pid = who === 'kith' ? api.pid : floorPid;
  const before = usedUntilNow(pid, postmaster);
  const measured = await load(what, connections, seconds);
  const after = usedUntilNow(pid, postmaster);
  return { ...measured, server: after.server - before.server, database: after.database - before.database };
}

/** Of two runs, the mean of the rates, and processor milliseconds per request over both. */
function mean(runs: Run[]): Cost {
  const sum = (of: keyof Run) => runs.reduce((all, each) => all + each[of], 0);
  const requests = sum('requests');
  const perRequest = (of: 'server' | 'database') => Number((sum(of) / requests).toFixed(4));
  return {
    perSecond: Math.round(sum('perSecond') / runs.length),
    p50: sum('p50') / runs.length,
    p99: Math.max(...runs.map(({ p99 }) => p99)),
    failed: sum('failed'),
    requests,
    serverMs: perRequest('server'),
    databaseMs: perRequest('database'),
  };
}

/** How long each is loaded before it is measured, in seconds: V8 needs some to optimize what a call runs through. */
const warmUp = 4;

/** Loads each case and its floor alternately, twice each, so that other load on the machine affects both alike. */
export async function measure(
  measuring: Measuring,
  cases: Case[],
  seconds: number,
  tell: (line: string) => void,
): Promise<Row[]> {
  const { api } = measuring;
  const rows: Row[] = [];
  for (const { name, kith, floor, connections: each } of cases) {
    for (const connections of each) {
      await load(kith, connections, warmUp);
      await load(floor, connections, warmUp);
      await api.stall();
      const runs: { kith: Run[]; floor: Run[] } = { kith: [], floor: [] };
      for (let turn = 0; turn < 2; turn++) {
        runs.floor.push(await run(measuring, 'floor', floor, connections, seconds));
        runs.kith.push(await run(measuring, 'kith', kith, connections, seconds));
      }
      const row = { name, connections, kith: mean(runs.kith), floor: mean(runs.floor), stall: await api.stall() };
      rows.push(row);
      tell(line(row));
    }
  }
  return rows;
}
