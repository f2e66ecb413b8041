import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The CPU time used, in milliseconds. */
export interface Used {
  server: number;
  database: number;
}

const tickMs = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU time that a process has used so far, and the CPU time of its children that have exited. */
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
