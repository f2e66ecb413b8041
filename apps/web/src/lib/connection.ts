import { createStore, useStore } from './store.ts';

const firstDelayMs = 2_000;
const maxDelayMs = 8_000;
const timeoutMs = 5_000;

const connected = createStore(navigator.onLine);
let polling = false;
let delay = firstDelayMs;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns whether the server responded when it was last checked. */
export const isConnected = connected.get;

export const watchConnection = connected.watch;

const isHealthy = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Polls /healthz after a request got no response. While the server is unavailable, the intervals grow, and only a visible tab
 * polls.
 */
export async function checkConnection(): Promise<void> {
  if (polling || !navigator.onLine) return;
  polling = true;
  clearTimeout(timer);
  const reached = await isHealthy();
  polling = false;
  connected.set(reached && navigator.onLine);
  if (reached) delay = firstDelayMs;
  else if (navigator.onLine) {
    // The random factor spreads the polls, so that not all clients poll at once when the server is available again.
    timer = setTimeout(() => !document.hidden && void checkConnection(), delay * (0.75 + Math.random() / 2));
    delay = Math.min(maxDelayMs, delay * 2);
  }
}

/**
 * Called for each response of the server. If the server counts as unavailable, polls /healthz at once instead of at the next
 * interval.
 */
export function confirmConnection(): void {
  if (!isConnected()) pollNow();
}

function pollNow(): void {
  delay = firstDelayMs;
  void checkConnection();
}

addEventListener('online', pollNow);
addEventListener('offline', () => {
  clearTimeout(timer);
  connected.set(false);
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isConnected()) pollNow();
});

/** Whether the server is available. A browser that reports to be online may still be unable to reach the server. */
export const useOnline = (): boolean => useStore(connected);
