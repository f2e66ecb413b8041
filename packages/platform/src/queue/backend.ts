import { type EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  assertSchemaCompatibility,
  type PgPool,
  PostgresConnection,
  PostgresQueueBackend,
  Queue,
  Worker,
  withBackend,
} from 'bullmq';
import type { Stores } from '../stores.ts';

interface Backend {
  Queue: typeof Queue;
  Worker: typeof Worker;
  connection: never;
  /** The prefix of key names in Redis. */
  prefix: string;
  /** To be called once the workers are closed, or have not closed in time. Later commands fail. */
  close(): Promise<void>;
}

/** BullMQ's classes bound to the configured store, with a connection for queueing or for working. */
export function chooseBackend({ redis, pool: shared }: Stores, use: 'queueing' | 'work'): Backend {
  if (redis) {
    // A worker's blocking command returns within ten seconds; a longer silence means a dead connection.
    const connection = use === 'work' ? redis.open({ socketTimeout: 20_000 }) : redis.forQueueing;
    return {
      Queue,
      Worker,
      connection: connection as never,
      prefix: redis.prefix,
      close: async () => {
        if (use === 'work') connection.disconnect();
      },
    };
  }
  const pool = sharePool(shared, use === 'work' ? workerRetryDelayMs : 0);
  const listener = new PostgresConnection(pool);
  listener.setMaxListeners(unlimited);
  const bound = withBackend<PostgresQueueBackend, PgPool>(
    (name, options) => new PostgresQueueBackend(new QueueConnection(pool, listener), name, options),
  );
  // The two variants differ only in the type of their connection, which is used in this folder only.
  const classes = bound as unknown as Pick<Backend, 'Queue' | 'Worker'>;
  return { ...classes, connection: pool as never, prefix: 'bull', close: () => listener.close() };
}

/** How long the error of a worker's failed statement is delayed before BullMQ gets it, in milliseconds. */
const workerRetryDelayMs = 1_000;

type SharedPool = PgPool & Pick<Stores['pool'], 'options'>;

/**
 * The part of a pg pool that BullMQ uses. BullMQ's workers retry a failed statement without a pause. If the statement fails
 * immediately, as while the database is known to be unavailable, the retries would run in microtasks and starve timers and
 * signals, so errors are delayed. BullMQ also never removes its error listeners from the pool, so it cannot add any: the stores
 * log the pool's errors themselves.
 */
function sharePool(pool: SharedPool, delayMs: number): SharedPool {
  const withDelay = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (delayMs > 0) await wait(delayMs);
      throw error;
    }
  };
  return {
    options: pool.options,
    query: (text, values) => withDelay(pool.query(text, values)),
    connect: () => withDelay(pool.connect()),
    end: () => pool.end(),
    on() {
      return this;
    },
    removeAllListeners() {
      return this;
    },
  };
}

type ListenClient = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/**
 * The connection of one queue. All workers of a process share the client of `listener` for notifications: on its own, BullMQ
 * takes one client out of the pool for each queue, although all use one channel.
 */
class QueueConnection extends PostgresConnection {
  readonly #listener: PostgresConnection;
  #checked: Promise<void> | undefined;

  constructor(pool: PgPool, listener: PostgresConnection) {
    super(pool);
    this.#listener = listener;
    const invalidated = () => void this.emit('listenerinvalidated');
    listener.on('listenerinvalidated', invalidated);
    this.once('close', () => listener.off('listenerinvalidated', invalidated));
  }

  override async getListenClient(): Promise<ListenClient> {
    return serialised(await this.#listener.getListenClient());
  }

  /** Checks the schema again after a failure, which BullMQ itself would cache for good. */
  override waitUntilReady(): Promise<void> {
    this.#checked ??= this.#check().catch((error: unknown) => {
      this.#checked = undefined;
      throw error;
    });
    return this.#checked;
  }

  async #check(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await assertSchemaCompatibility(client, this.schema);
    } finally {
      client.release();
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** Switches off Node's warning about more than ten listeners: all queues listen to the same client and connection. */
const unlimited = 0;

const serialisedClients = new WeakMap<ListenClient, ListenClient>();

/** Wraps a client so that its statements are serialised, as pg requires: all workers send LISTEN at once. */
function serialised(client: ListenClient): ListenClient {
  const known = serialisedClients.get(client);
  if (known) return known;
  setMaxListeners(unlimited, client as unknown as EventEmitter);
  let last: Promise<unknown> = Promise.resolve();
  const wrapper: ListenClient = {
    query(text, values) {
      const answer = last.then(() => client.query(text, values));
      last = answer.catch(() => {});
      return answer;
    },
    on(name: never, listener: never) {
      client.on(name, listener);
      return wrapper;
    },
    removeListener(name, listener) {
      client.removeListener(name, listener);
      return wrapper;
    },
    removeAllListeners(name) {
      client.removeAllListeners(name);
      return wrapper;
    },
  };
  serialisedClients.set(client, wrapper);
  return wrapper;
}
