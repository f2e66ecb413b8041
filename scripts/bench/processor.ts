import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** CPU milliseconds. */
export interface Used {
  server: number;
  database: number;
}

const tickMs = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The CPU time of a process so far, and of its children that have exited. */
function usedBy(pid: number): { own: number; ended: number } {
  // Fields are counted after the name, which may contain anything: in proc(5) the state is field 3, utime to cstime are 14 to 17.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const at = (field: number) => Number(fields[field - 3]) * tickMs;
  return { own: at(14) + at(15), ended: at(16) + at(17) };
}

/** The CPU time of PostgreSQL with its backends, including those that have exited. */
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

/** Runs some work, and returns the CPU time that a server process and the database used meanwhile. Needs Linux. */
export async function usedDuring<T>(
  server: number,
  postmaster: number,
  work: () => Promise<T>,
): Promise<{ result: T; used: Used; tookMs: number }> {
  const until = (): Used => ({ server: usedBy(server).own, database: usedByDatabase(postmaster) });
  const [before, began] = [until(), performance.now()];
  const result = await work();
  const [after, tookMs] = [until(), performance.now() - began];
  return { result, tookMs, used: { server: after.server - before.server, database: after.database - before.database } };
}
