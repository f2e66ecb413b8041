import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Processor milliseconds. */
export interface Used {
  server: number;
  database: number;
}

const tickMs = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** What a process has used so far, and what those of its children that have ended had used. */
function usedBy(pid: number): { own: number; ended: number } {
  // After the name, which may hold anything: the state is field 3 of proc(5), utime to cstime are fields 14 to 17.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const at = (field: number) => Number(fields[field - 3]) * tickMs;
  return { own: at(14) + at(15), ended: at(16) + at(17) };
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** PostgreSQL with its backends, and those of them that are gone. */
function usedByDatabase(postmaster: number): number {
  const { own, ended } = usedBy(postmaster);
  let sum = own + ended;
  for (const pid of childrenOf(postmaster)) {
    try {
      sum += usedBy(pid).own;
    } catch {
      // It ended just now.
    }
  }
  return sum;
}

/** What a server process and the database used until now; the difference of two is what went on between. Needs Linux. */
export const usedUntilNow = (server: number, postmaster: number): Used => ({
  server: usedBy(server).own,
  database: usedByDatabase(postmaster),
});
