import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether a process runs under this id. A zombie does not count, because it only waits to be reaped. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statOf(pid)?.state !== 'Z';
}

/**
 * A process's start time, which distinguishes it from an earlier process with the same id; null if the system does not report
 * it.
 */
export function startTimeOf(pid: number): string | null {
  if (process.platform === 'linux') return statOf(pid)?.started ?? null;
  return ask('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** The command line of a process, or null if the system does not report it. */
export function commandOf(pid: number): string | null {
  if (process.platform !== 'linux') return ask('ps', ['-o', 'command=', '-p', String(pid)]);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return null;
  }
}

/** Waits until the process has exited; false if it is still running after `ms` milliseconds. */
export async function waitForEnd(pid: number, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; isRunning(pid); await wait(20)) {
    if (Date.now() > deadline) return false;
  }
  return true;
}

function statOf(pid: number): { state: string; started: string } | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces, so fields are counted after its closing bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

function ask(program: string, args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null;
  } catch {
    return null;
  }
}
