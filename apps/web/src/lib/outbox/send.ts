import { isConnected, watchConnection } from '../connection.ts';
import { failureOf } from '../failure.ts';
import { watchLive } from '../live.ts';
import { pageMember } from '../member.ts';
import { viewerId } from '../viewer.ts';
import {
  enqueue,
  isWaiting,
  mark,
  type OutboxEntry,
  type OutboxKind,
  type OutboxPayloads,
  settle,
  waiting,
  watchOutbox,
} from './store.ts';

/** What a feature does with its entries. */
export type OutboxHandlers = {
  [N in OutboxKind]: {
    /** Called until it settles: a try whose answer was lost is made again under the same id. */
    send: (payload: OutboxPayloads[N], id: string) => Promise<void>;
    /** Told when the server says no, which no retry would change. Without it the entry stays, marked with the reason. */
    refused?: (payload: OutboxPayloads[N], error: unknown, id: string) => void;
    /** Shows what waits in lists that come from the server; it must change nothing a second time. */
    show?: (payload: OutboxPayloads[N]) => void;
  };
};

/** Each lane keeps its order and waits for no other: a like need not wait until a picture is uploaded. */
const lanes = ['like', 'follow', 'comment', 'post', 'picture', 'message'] as const;
type Lane = (typeof lanes)[number];

const laneOf = <K extends OutboxKind>(kind: K, payload: OutboxPayloads[K]): Lane =>
  kind === 'post' && (payload as OutboxPayloads['post']).postId !== undefined ? 'picture' : kind;

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

const firstWait = 1_000;
const longestWait = 30_000;
const passing = new Set(['network', 'rate-limited', 'unauthenticated', 'busy']);

/** Whether the same may be accepted later. */
export const isPassing = (error: unknown): boolean => passing.has(failureOf(error).code);

/** Two tabs of one member take turns where the browser lets them; elsewhere the ids make a second try harmless. */
export const alone = <R>(lane: Lane, work: () => Promise<R>): Promise<R> =>
  navigator.locks ? (navigator.locks.request(`kith-outbox-${lane}`, work) as Promise<R>) : work();

/** False when it should be tried again later. */
async function sendOne<K extends OutboxKind>(handlers: OutboxHandlers, entry: OutboxEntry<K>): Promise<boolean> {
  const { id, payload, stalled } = entry;
  const handler = handlers[entry.kind as K];
  try {
    await handler.send(payload as OutboxPayloads[K], id);
    settle(entry);
  } catch (error) {
    // Discarded meanwhile, so nobody asks what became of it.
    if (!isWaiting(id)) return true;
    const { code } = failureOf(error);
    if (passing.has(code)) {
      if (!stalled) mark(id, { stalled: true });
      return false;
    }
    if (!handler.refused) mark(id, { failure: code });
    else {
      settle(entry);
      handler.refused(payload as OutboxPayloads[K], error, id);
    }
  }
  return true;
}

function sendLane(lane: Lane, handlers: OutboxHandlers): () => void {
  const owner = pageMember();
  let stopped = false;
  let running = false;
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** None while somebody else is signed in here, in another tab. */
  const next = (): OutboxEntry | undefined =>
    viewerId() === owner
      ? waiting().find(({ kind, payload, failure }) => laneOf(kind, payload) === lane && !failure)
      : undefined;

  const drain = async (): Promise<void> => {
    for (let entry = next(); entry && !stopped && isConnected(); entry = next()) {
      if (!(await sendOne(handlers, entry))) {
        timer = setTimeout(run, wait);
        wait = Math.min(longestWait, wait * 2);
        return;
      }
      wait = firstWait;
    }
  };

  const run = async (): Promise<void> => {
    if (running || stopped || !isConnected() || !next()) return;
    running = true;
    clearTimeout(timer);
    timer = undefined;
    await alone(lane, drain).finally(() => {
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
  const off = [watchConnection(onConnection), watchLive((up) => up && onConnection()), watchOutbox(onAdded)];
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of off) stop();
  };
}

/** Sends what waits, each lane one after the other and in order, whenever there is a connection, until the answer is called. */
export function sendOutbox(handlers: OutboxHandlers): () => void {
  const stops = lanes.map((lane) => sendLane(lane, handlers));
  return () => {
    for (const stop of stops) stop();
  };
}
