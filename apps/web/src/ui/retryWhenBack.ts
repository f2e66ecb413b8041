import { isConnected, watchConnection } from '../lib/connection.ts';

/** Calls `tell` with whether the server is reachable, now and on every change, and `retry` when it becomes reachable. */
export function retryWhenBack(tell: (connected: boolean) => void, retry: () => void): () => void {
  tell(isConnected());
  return watchConnection(() => {
    tell(isConnected());
    if (isConnected()) retry();
  });
}
