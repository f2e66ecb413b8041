const checkParentEvery = 1000;

/**
 * Runs `stop` once: on Ctrl-C, SIGTERM or a closed terminal, and when the parent process was killed, be it npm or the bootstrap
 * on another Node.
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
  // Under npm the parent is npm, whose exit means that we should stop. Otherwise the parent may exit while we continue.
  if (!process.env.npm_lifecycle_event || process.channel) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && ask(), checkParentEvery).unref();
}
