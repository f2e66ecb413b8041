import { isConnected, watchConnection } from '../connection.ts';
import { failureOf } from '../failure.ts';
import { watchLive } from '../live.ts';
import { pageMember } from '../member.ts';
import { viewerId } from '../viewer.ts';
import {
  enqueue,
  isWaiting,
  type OutboxEntry,
  type OutboxKind,
  type OutboxPayloads,
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

/**
 * The entries of one lane are sent in order, and lanes do not wait for each other. So a like need not wait for the upload of a
 * picture, and a message need not wait for a message in another chat.
 */
type Lane = OutboxKind | 'picture' | `message-${string}`;

function laneOf<K extends OutboxKind>(kind: K, payload: OutboxPayloads[K]): Lane {
  if (kind === 'post' && (payload as OutboxPayloads['post']).postId !== undefined) return 'picture';
  if (kind !== 'message') return kind;
  const { chatId, receiverId } = payload as OutboxPayloads['message'];
  return chatId === undefined ? `message-${receiverId}` : `message-in-${chatId}`;
}

/**
 * Sends a write at once if there is a connection and no entry of the same lane is waiting. Otherwise, or if the connection is
 * lost during the call, adds the write to the outbox and returns null. Before that, `prepare` stores data that belongs to the
 * entry. If `prepare` fails, the write is not added.
 */
export async function deliver<K extends OutboxKind, R>(
  kind: K,
  id: string,
  payload: OutboxPayloads[K],
  send: () => Promise<R>,
  prepare?: () => Promise<unknown>,
): Promise<R | null> {
  if (isConnected() && !waiting().some((entry) => laneOf(entry.kind, entry.payload) === laneOf(kind, payload))) {
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

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;
const temporary = new Set(['network', 'rate-limited', 'unauthenticated', 'busy']);

/** Returns whether an error is temporary, so that a retry may succeed. */
export const isTemporary = (error: unknown): boolean => temporary.has(failureOf(error).code);

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
    if (temporary.has(code)) {
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
  const unsubscribe = [watchConnection(onConnection), watchLive((up) => up && onConnection()), watchOutbox(onAdded)];
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
