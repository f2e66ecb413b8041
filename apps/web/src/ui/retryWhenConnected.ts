import { isConnected, watchConnection } from '../lib/connection.ts';

/** Calls `tell` with whether the server is reachable, now and on every change, and `retry` when it becomes reachable. */
export function retryWhenConnected(onChange: (connected: boolean) => void, retry: () => void): () => void {
  onChange(isConnected());
  return watchConnection(() => {
    onChange(isConnected());
    if (isConnected()) retry();
  });
}
