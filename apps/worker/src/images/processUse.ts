import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The processor time that a child process has taken, in milliseconds; null if the system does not report it. */
export function processorTime(child: ChildProcess): number | null {
  try {
    // The name of the process, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Both times are in hundredths of a second on all systems that have this file.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** The memory that a child process occupies, in bytes; null if the system does not report it. */
export function residentBytes(child: ChildProcess): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
