import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Kills the supervisor's children when it is killed itself. */
export interface Guard {
  add(pid: number | undefined): void;
  remove(pid: number | undefined): void;
  /** Stops the guard itself, once the children have exited. */
  close(): Promise<void>;
}

/** Extra seconds that a child may take beyond its grace period. */
const extraSeconds = 1;

/**
 * Reads the children's ids, a line for each change. When its input ends, the supervisor is gone: children that do not exit by
 * themselves in time are killed. A shell script, because it takes a megabyte, and because a child in an endless loop cannot
 * notice anything itself.
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

/** Starts the guard. Windows has no shell for it: children there exit by themselves. */
export function startGuard(shutdownSeconds: number): Guard {
  const pids = new Set<number>();
  if (process.platform === 'win32') return { add() {}, remove() {}, close: async () => {} };
  const seconds = String(Math.ceil(shutdownSeconds) + extraSeconds);
  // A session of its own, so that closing the terminal does not end it first.
  const shell = spawn('/bin/sh', ['-c', script, seconds], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.on('error', () => {});
  shell.unref();
  shell.stdin.on('error', () => {});
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  const sendPids = () => void shell.stdin.write(`${[...pids].join(' ')}\n`);
  return {
    add(pid) {
      if (pid) pids.add(pid);
      sendPids();
    },
    remove(pid) {
      if (pid) pids.delete(pid);
      sendPids();
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
