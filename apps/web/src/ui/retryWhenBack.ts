import { isConnected, watchConnection } from '../lib/connection.ts';

/** Reports whether the server is reachable, now and on every change; `retry` is called when it becomes reachable. */
export function retryWhenBack(tell: (connected: boolean) => void, retry: () => void): () => void {
  tell(isConnected());
  return watchConnection(() => {
    tell(isConnected());
    if (isConnected()) retry();
  });
}
