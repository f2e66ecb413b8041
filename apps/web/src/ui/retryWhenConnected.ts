import { checkConnection, isConnected, watchConnection } from '../lib/connection.ts';

const recheckDelayMs = 2_000;

/**
 * Calls `onChange` now and whenever the server becomes available or unavailable, and `retry` when it becomes available. If the
 * failure was a `lost` connection but the server counts as available, the outage was too short to be noticed: then the server
 * is checked once more after a pause.
 */
export function retryWhenConnected(
  onChange: (connected: boolean) => void,
  retry: () => void,
  lost: boolean,
): () => void {
  onChange(isConnected());
  const stop = watchConnection(() => {
    onChange(isConnected());
    if (isConnected()) retry();
  });
  const recheck = async () => {
    await checkConnection();
    if (isConnected()) retry();
  };
  const timer = lost && isConnected() ? setTimeout(() => void recheck(), recheckDelayMs) : undefined;
  return () => {
    clearTimeout(timer);
    stop();
  };
}
