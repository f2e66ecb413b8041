const checkParentEvery = 1000;

/**
 * Runs `stop` once, on the first of these events: Ctrl-C, SIGTERM, a closed terminal, or the end of the parent process, if the
 * parent is npm or the script that started this process on another Node (bootstrap.mjs).
 */
export function onStopRequest(stop: () => Promise<void>): void {
  let stopRequested = false;
  const ask = () => {
    if (stopRequested) return;
    stopRequested = true;
    void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  if (process.channel) process.on('disconnect', ask);
  // If the parent is npm, its exit means that Kith should stop. Other parents may exit while Kith goes on running.
  if (!process.env.npm_lifecycle_event || process.channel) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && ask(), checkParentEvery).unref();
}
