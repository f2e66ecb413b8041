import { isConnected, watchConnection } from '../lib/connection.ts';

/** Tells whether the server can be reached, now and whenever that changes; `retry` is called when it can be again. */
export function retryWhenBack(tell: (connected: boolean) => void, retry: () => void): () => void {
  tell(isConnected());
  return watchConnection(() => {
    tell(isConnected());
    if (isConnected()) retry();
  });
}
