import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that kills the supervisor's children if the supervisor is killed. */
export interface Guard {
  add(pid: number | undefined): void;
  remove(pid: number | undefined): void;
  /** Ends the guard process. Call this after the children have exited. */
  close(): Promise<void>;
}

/** The guard waits this many seconds longer than the children's grace period before it kills them. */
const extraSeconds = 1;

/**
 * The guard's shell script. After each change, the supervisor writes a line with the process ids of its children to the script.
 * The input ends when the supervisor is gone. Then the script asks the children to stop, and kills those that still run after
 * the grace period, because a child in an endless loop would not stop by itself. A shell needs only a megabyte.
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

/** Starts the guard. Does nothing on Windows, which lacks /bin/sh: children exit there when they notice the supervisor's end. */
export function startGuard(shutdownSeconds: number): Guard {
  const pids = new Set<number>();
  if (process.platform === 'win32') return { add() {}, remove() {}, close: async () => {} };
  const seconds = String(Math.ceil(shutdownSeconds) + extraSeconds);
  // `detached` gives the guard its own session, so that closing the terminal does not end the guard before the children.
  const shell = spawn('/bin/sh', ['-c', script, seconds], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.on('error', () => {});
  // Listened for from the start: a signal to all processes of the service ends the shell before `close`.
  const ended = once(shell, 'exit').catch(() => {});
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
      shell.ref();
      shell.stdin.end();
      await ended;
    },
  };
}
