// Read while loading: if the supervisor is killed before we are ready, process.channel is gone and we could not tell
// that there was one.
const hasStart = process.channel !== undefined;

/** Tells the supervisor of `npm start` that this process is ready. Without one, as in a container, it does nothing. */
export function sayReady(): void {
  process.send?.({ ready: true });
}

/** A request to stop. `alone`: only this process stops, others go on serving, so a proxy has to be given time to notice. */
export interface Stop {
  alone: boolean;
  /** When the process ends, whatever is still under way, in milliseconds since 1970. */
  deadline: number;
}

/**
 * Runs `stop` once and then exits: on SIGTERM, SIGINT or SIGHUP, and when the supervisor that spawned this process is gone.
 * After `seconds` it exits anyway; unfinished jobs are then taken over by another process.
 */
export function stopWhenAsked(stop: (how: Stop) => Promise<void>, seconds = 2.5): void {
  let stopping = false;
  const end = (signal?: string) => {
    if (stopping) return;
    stopping = true;
    const ms = seconds * 1000;
    setTimeout(() => process.exit(0), ms).unref();
    stop({ alone: !hasStart && signal === 'SIGTERM', deadline: Date.now() + ms }).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  if (hasStart) process.on('disconnect', () => end());
  if (hasStart && !process.connected) end();
}
