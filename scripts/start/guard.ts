import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends the supervisor's children when it is killed itself and can no longer. */
export interface Guard {
  add(pid: number | undefined): void;
  remove(pid: number | undefined): void;
  /** Ends the guard itself, once the children have ended. */
  close(): Promise<void>;
}

/** Seconds a child may take beyond its own time. */
const grace = 1;

/**
 * Reads the ids of the children, a line for each change. Its input ends with the supervisor: children that do not end by
 * themselves by then are killed. A shell, as it takes a megabyte, and as a child that is busy for ever notices nothing itself.
 */
const script = `
while read -r line; do pids=$line; done
seconds=0
while [ "$seconds" -lt "$0" ]; do
  left=
  for pid in $pids; do kill -TERM "$pid" 2>/dev/null && left="$left $pid"; done
  pids=$left
  [ -n "$pids" ] || exit 0
  sleep 1
  seconds=$((seconds + 1))
done
for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
`;

/** Starts the guard. On Windows there is no shell for it: children end there by themselves alone. */
export function startGuard(shutdownSeconds: number): Guard {
  const pids = new Set<number>();
  if (process.platform === 'win32') return { add() {}, remove() {}, close: async () => {} };
  const seconds = String(Math.ceil(shutdownSeconds) + grace);
  // A session of its own: what ends the terminal's processes must not end this one first.
  const shell = spawn('/bin/sh', ['-c', script, seconds], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.on('error', () => {});
  shell.unref();
  shell.stdin.on('error', () => {});
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  const tell = () => void shell.stdin.write(`${[...pids].join(' ')}\n`);
  return {
    add(pid) {
      if (pid) pids.add(pid);
      tell();
    },
    remove(pid) {
      if (pid) pids.delete(pid);
      tell();
    },
    async close() {
      if (shell.exitCode !== null || shell.pid === undefined) return;
      const ended = once(shell, 'exit');
      shell.ref();
      shell.stdin.end();
      await ended;
    },
  };
}
