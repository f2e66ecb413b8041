import { useSyncExternalStore } from 'react';

const firstWait = 2_000;
const longestWait = 8_000;
const patience = 5_000;

let connected = navigator.onLine;
let asking = false;
let wait = firstWait;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Whether the server was reachable when it was last checked. */
export const isConnected = (): boolean => connected;

export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function set(next: boolean): void {
  if (connected === next) return;
  connected = next;
  for (const watcher of watchers) watcher();
}

const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Polls /healthz after a request got no response. While the server is unavailable, polls with growing intervals, only in a
 * visible tab.
 */
export async function doubtConnection(): Promise<void> {
  if (asking || !navigator.onLine) return;
  asking = true;
  clearTimeout(timer);
  const reached = await answers();
  asking = false;
  set(reached && navigator.onLine);
  if (reached) wait = firstWait;
  else if (navigator.onLine) {
    // Jitter spreads the polls, so that a returning server is not polled by everybody at once.
    timer = setTimeout(() => !document.hidden && void doubtConnection(), wait * (0.75 + Math.random() / 2));
    wait = Math.min(longestWait, wait * 2);
  }
}

/**
 * Called for each response of the server. If the server counts as unavailable, polls it at once instead of at the next interval.
 */
export function trustConnection(): void {
  if (!connected) askAnew();
}

function askAnew(): void {
  wait = firstWait;
  void doubtConnection();
}

addEventListener('online', askAnew);
addEventListener('offline', () => {
  clearTimeout(timer);
  set(false);
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !connected) askAnew();
});

/** Whether the server is reachable. A browser that reports to be online may still have no connection to it. */
export const useOnline = (): boolean => useSyncExternalStore(watchConnection, isConnected);
