import { isConnected, watchConnection } from '../lib/connection.ts';

/** Calls `onChange` now and whenever the server becomes available or unavailable, and `retry` when it becomes available. */
export function retryWhenConnected(onChange: (connected: boolean) => void, retry: () => void): () => void {
  onChange(isConnected());
  return watchConnection(() => {
    onChange(isConnected());
    if (isConnected()) retry();
  });
}
