import { isConnected, watchConnection } from '../connection.ts';
import { failureOf } from '../failure.ts';
import { isLive, watchLive } from '../live.ts';
import { pageMember } from '../member.ts';
import { viewerId } from '../viewer.ts';
import type { OutboxKind, OutboxPayloads } from './payloads.ts';
import {
  isWaiting,
  type Lane,
  laneOf,
  type OutboxEntry,
  recordAttempt,
  settle,
  waiting,
  watchOutbox,
} from './store.ts';

/** The functions by which a feature handles its outbox entries. */
export type OutboxHandlers = {
  [N in OutboxKind]: {
    /**
     * Sends the entry. This function is called repeatedly until it resolves or the server refuses the entry. After a lost
     * response, it is called again with the same id.
     */
    send: (payload: OutboxPayloads[N], id: string) => Promise<void>;
    /**
     * Called when the server refuses the entry for a reason that a retry would not change. Without this handler, the entry
     * stays in the outbox, marked with the error code.
     */
    refused?: (payload: OutboxPayloads[N], error: unknown, id: string) => void;
    /** Shows the waiting entry in lists that came from the server. Must be idempotent. */
    show?: (payload: OutboxPayloads[N]) => void;
  };
};

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;
const temporaryCodes = new Set([
  ...['network', 'rate-limited', 'unauthenticated'],
  ...['busy', 'database-unavailable', 'storage-unavailable', 'disk-full'],
]);

/** Returns whether an error is temporary, so that a retry may succeed. */
export const isTemporary = (error: unknown): boolean => temporaryCodes.has(failureOf(error).code);

/**
 * Runs `work` while no other tab sends entries of the same lane, which a Web Lock ensures. In browsers without locks two tabs
 * may send the same entry, which is harmless because its id makes the call idempotent.
 */
export const withLaneLock = <R>(lane: Lane, work: () => Promise<R>): Promise<R> =>
  navigator.locks ? (navigator.locks.request(`kith-outbox-${lane}`, work) as Promise<R>) : work();

/** Sends one entry. Returns false if the entry should be retried later. */
async function sendOne<K extends OutboxKind>(handlers: OutboxHandlers, entry: OutboxEntry<K>): Promise<boolean> {
  const { id, payload, stalled } = entry;
  const handler = handlers[entry.kind as K];
  try {
    await handler.send(payload as OutboxPayloads[K], id);
    settle(entry);
  } catch (error) {
    // The entry was discarded meanwhile, so its error is not reported.
    if (!isWaiting(id)) return true;
    const { code } = failureOf(error);
    if (temporaryCodes.has(code)) {
      if (!stalled) recordAttempt(id, { stalled: true });
      return false;
    }
    if (!handler.refused) recordAttempt(id, { failure: code });
    else {
      settle(entry);
      handler.refused(payload as OutboxPayloads[K], error, id);
    }
  }
  return true;
}

function sendLane(lane: Lane, owner: ReturnType<typeof pageMember>, handlers: OutboxHandlers): () => void {
  let stopped = false;
  let running = false;
  let delay = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the next entry to send, or undefined while another member is signed in to this browser. */
  const next = (): OutboxEntry | undefined =>
    viewerId() === owner
      ? waiting().find(({ kind, payload, failure }) => laneOf(kind, payload) === lane && !failure)
      : undefined;

  const drain = async (): Promise<void> => {
    for (let entry = next(); entry && !stopped && isConnected(); entry = next()) {
      if (!(await sendOne(handlers, entry))) {
        timer = setTimeout(run, delay);
        delay = Math.min(maxDelayMs, delay * 2);
        return;
      }
      delay = firstDelayMs;
    }
  };

  const run = async (): Promise<void> => {
    if (running || stopped || !isConnected() || !next()) return;
    running = true;
    clearTimeout(timer);
    timer = undefined;
    await withLaneLock(lane, drain).finally(() => {
      running = false;
    });
  };

  const onConnection = () => {
    delay = firstDelayMs;
    void run();
  };
  const onAdded = () => {
    if (timer === undefined) void run();
  };
  const unsubscribe = [
    watchConnection(onConnection),
    watchLive(() => isLive() && onConnection()),
    watchOutbox(onAdded),
  ];
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of unsubscribe) stop();
  };
}

/** Sends waiting entries whenever there is a connection, each lane in order, until the returned function is called. */
export function sendOutbox(handlers: OutboxHandlers): () => void {
  const lanes = new Map<Lane, () => void>();
  // The member is read only once, because another member may be signed in by the time a lane starts.
  const owner = pageMember();
  const startLanes = () => {
    for (const { kind, payload } of waiting()) {
      const lane = laneOf(kind, payload);
      if (!lanes.has(lane)) lanes.set(lane, sendLane(lane, owner, handlers));
    }
  };
  const unsubscribe = watchOutbox(startLanes);
  startLanes();
  return () => {
    unsubscribe();
    for (const stop of lanes.values()) stop();
  };
}
