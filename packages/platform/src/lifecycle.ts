// Whether a supervisor started this process. This is read when the module is loaded, because `process.channel` is gone once the
// supervisor has been killed, and a later read would give the wrong answer.
const hasSupervisor = process.channel !== undefined;

/** Tells the supervisor of `npm start` that this process is ready. Does nothing without a supervisor, as in a container. */
export function reportReady(): void {
  process.send?.({ ready: true });
}

/** A request to stop. `alone` is true if only this process stops while others keep serving: then a proxy needs time to notice. */
export interface Stop {
  alone: boolean;
  /** When the process exits even with work in progress, in milliseconds since 1970. */
  deadline: number;
}

/**
 * Runs `stop` once and then exits: on SIGTERM, SIGINT or SIGHUP, and when the supervisor that spawned this process is gone.
 * After `seconds` the process exits anyway; unfinished jobs are then taken over by another process.
 */
export function stopOnSignal(stop: (how: Stop) => Promise<void>, seconds = 2.5): void {
  let stopping = false;
  const end = (signal?: string) => {
    if (stopping) return;
    stopping = true;
    const ms = seconds * 1000;
    setTimeout(() => process.exit(0), ms).unref();
    stop({ alone: !hasSupervisor && signal === 'SIGTERM', deadline: Date.now() + ms }).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  if (hasSupervisor) process.on('disconnect', () => end());
  if (hasSupervisor && !process.connected) end();
}
