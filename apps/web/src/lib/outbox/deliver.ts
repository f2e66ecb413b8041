import { isConnected } from '../connection.ts';
import { failureOf } from '../failure.ts';
import { enqueue, waiting } from './store.ts';
import type { OutboxKind, OutboxPayloads } from './types.ts';

/**
 * Sends at once if nothing is in the way, and lets it wait behind what waits already otherwise: then the answer is null.
 * `prepare` keeps what lies beside the entry; if that fails nothing waits.
 */
export async function deliver<K extends OutboxKind, R>(
  kind: K,
  id: string,
  payload: OutboxPayloads[K],
  send: () => Promise<R>,
  prepare?: () => Promise<unknown>,
): Promise<R | null> {
  if (isConnected() && !waiting().length) {
    try {
      return await send();
    } catch (error) {
      if (failureOf(error).code !== 'network') throw error;
    }
  }
  await prepare?.();
  enqueue(kind, payload, id);
  return null;
}
