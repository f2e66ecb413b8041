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

/** Asks the server itself after something got no answer; one that is away is asked ever more seldom, in sight only. */
export async function doubtConnection(): Promise<void> {
  if (asking || !navigator.onLine) return;
  asking = true;
  clearTimeout(timer);
  const reached = await answers();
  asking = false;
  set(reached && navigator.onLine);
  if (reached) wait = firstWait;
  else if (navigator.onLine) {
    // Spread, so that a server coming back is not met by everybody at once.
    timer = setTimeout(() => !document.hidden && void doubtConnection(), wait * (0.75 + Math.random() / 2));
    wait = Math.min(longestWait, wait * 2);
  }
}

/** An answer of the server, or its stream that is open again, tells that it is back before the next question would. */
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
