// Asked at once: a start that is killed while we load leaves no channel to ask about later.
const hasStart = process.channel !== undefined;

/** Tells the start that this process works now. Without a start, as in a container, nobody listens. */
export function sayReady(): void {
  process.send?.({ ready: true });
}

/** What asked a process to stop. `alone`: others may serve on, and a proxy before them has to notice. */
export interface Stop {
  alone: boolean;
  /** When the process ends, whatever is still under way, in milliseconds since 1970. */
  deadline: number;
}

/**
 * Runs `stop` once and then exits: on SIGTERM, SIGINT or SIGHUP, and when the start that spawned this process is gone.
 * A stop that takes over `seconds` is cut off; whatever it was at is done again by another process.
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
