const stopWithin = 2500;

// Asked at once: a start that is killed while we load leaves no channel to ask about later.
const hasStart = process.channel !== undefined;

/** Tells the start that this process works now. Without a start, as in a container, nobody listens. */
export function sayReady(): void {
  process.send?.({ ready: true });
}

/**
 * Runs `stop` once and then exits: on SIGTERM, SIGINT or SIGHUP, and when the start that spawned this process is gone.
 * A stop that takes over 2.5 s is cut off; whatever it was at is done again by the next process.
 */
export function stopWhenAsked(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), stopWithin).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  if (hasStart) process.on('disconnect', end);
  if (hasStart && !process.connected) end();
}
