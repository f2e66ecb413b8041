import { isConnected, watchConnection } from '../connection.ts';
import { failureOf } from '../failure.ts';
import { settle, waiting, watchOutbox } from './store.ts';
import type { OutboxHandlers, OutboxKind, OutboxPayloads } from './types.ts';

const firstWait = 1_000;
const longestWait = 30_000;
const passing = new Set(['network', 'rate-limited', 'unauthenticated', 'busy']);

/** Two tabs of one member take turns where the browser lets them; elsewhere the ids make a second try harmless. */
const alone = (work: () => Promise<void>): Promise<unknown> =>
  navigator.locks ? navigator.locks.request('kith-outbox', work) : work();

interface Entry<K extends OutboxKind> {
  id: string;
  kind: K;
  payload: OutboxPayloads[K];
}

/** False when it should be tried again later. */
async function sendOne<K extends OutboxKind>(handlers: OutboxHandlers, entry: Entry<K>): Promise<boolean> {
  const { id, kind, payload } = entry;
  try {
    await handlers[kind].send(payload, id);
    settle(entry);
  } catch (error) {
    if (passing.has(failureOf(error).code)) return false;
    settle(entry);
    handlers[kind].refused(payload, error, id);
  }
  return true;
}

/** Sends what waits, one after the other and in order, whenever there is a connection, until the answer is called. */
export function sendOutbox(handlers: OutboxHandlers): () => void {
  let stopped = false;
  let running = false;
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drain = async (): Promise<void> => {
    for (let next = waiting()[0]; next && !stopped && isConnected(); next = waiting()[0]) {
      if (!(await sendOne(handlers, next))) {
        timer = setTimeout(run, wait);
        wait = Math.min(longestWait, wait * 2);
        return;
      }
      wait = firstWait;
    }
  };

  const run = async (): Promise<void> => {
    if (running || stopped || !isConnected() || !waiting().length) return;
    running = true;
    clearTimeout(timer);
    timer = undefined;
    await alone(drain).finally(() => {
      running = false;
    });
  };

  const onConnection = () => {
    wait = firstWait;
    void run();
  };
  const onAdded = () => {
    if (timer === undefined) void run();
  };
  const off = [watchConnection(onConnection), watchOutbox(onAdded)];
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of off) stop();
  };
}
