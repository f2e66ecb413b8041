import { useSyncExternalStore } from 'react';

const firstWait = 2_000;
const longestWait = 8_000;
const patience = 5_000;

let connected = navigator.onLine;
let asking = false;
let wait = firstWait;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Whether the server can be reached, as far as anybody has noticed. */
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
 * Asks /healthz after a request got no answer. While the server is away it asks again, less and less often, in a visible
 * tab only.
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
    // With jitter, so that a server that comes back is not asked by everybody at once.
    timer = setTimeout(() => !document.hidden && void doubtConnection(), wait * (0.75 + Math.random() / 2));
    wait = Math.min(longestWait, wait * 2);
  }
}

/** Called for each answer of the server: while it counts as away, it is asked at once instead of at the next interval. */
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

/** Whether the server can be reached; a browser that is online may still have lost it. */
export const useOnline = (): boolean => useSyncExternalStore(watchConnection, isConnected);
