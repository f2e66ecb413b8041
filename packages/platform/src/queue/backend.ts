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
  /** Of the names of keys in Redis. */
  prefix: string;
  /** Once its workers are closed, or are not waited for any more: whatever they still ask then fails. */
  close(): Promise<void>;
}

/** BullMQ's classes bound to the store that the settings choose, and the connection to give them: to queue, or to work. */
export function chooseBackend({ redis, pool: shared }: Stores, use: 'queueing' | 'work'): Backend {
  if (redis) {
    const { client: connection, close } =
      use === 'work' ? redis.forJobs() : { client: redis.forQueueing, close: () => {} };
    return {
      Queue,
      Worker,
      connection: connection as never,
      prefix: redis.prefix,
      close: async () => close(),
    };
  }
  const pool = lend(shared, use === 'work' ? pauseOfWorkers : 0);
  const listener = new PostgresConnection(pool);
  const bound = withBackend<PostgresQueueBackend, PgPool>(
    (name, options) => new PostgresQueueBackend(new QueueConnection(pool, listener), name, options),
  );
  // The two families differ only in the type of their connection, which stays inside this folder.
  const classes = bound as unknown as Pick<Backend, 'Queue' | 'Worker'>;
  return { ...classes, connection: pool as never, prefix: 'bull', close: () => listener.close() };
}

/** How long a worker's failed statement is withheld before BullMQ is told of it, in milliseconds. */
const pauseOfWorkers = 1_000;

type LentPool = PgPool & Pick<Stores['pool'], 'options'>;

/**
 * What BullMQ uses of a pool. Workers retry a statement without a pause, and one that is refused at once, as while the database
 * is known to be away, would be retried in microtasks alone: the process would reach neither timers nor signals. And each
 * connection of BullMQ's would listen for the pool's errors for good, which the stores log themselves.
 */
function lend(pool: LentPool, pause: number): LentPool {
  const withPause = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (pause > 0) await wait(pause);
      throw error;
    }
  };
  return {
    options: pool.options,
    query: (text, values) => withPause(pool.query(text, values)),
    connect: () => withPause(pool.connect()),
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
 * The connection of one queue. All workers of a process are notified of new jobs on one client, that of `listener`: by itself
 * each takes one out of the pool for good, though the channel is the same for every queue.
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
    return oneByOne(await this.#listener.getListenClient());
  }

  /** Checks the schema anew after a failure, which BullMQ itself would keep for good. */
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

const ordered = new WeakMap<ListenClient, ListenClient>();

/** The same client, whose statements wait for each other, as pg asks of its callers: all workers say LISTEN at once. */
function oneByOne(client: ListenClient): ListenClient {
  const known = ordered.get(client);
  if (known) return known;
  let last: Promise<unknown> = Promise.resolve();
  const own: ListenClient = {
    query(text, values) {
      const answer = last.then(() => client.query(text, values));
      last = answer.catch(() => {});
      return answer;
    },
    on(name: never, listener: never) {
      client.on(name, listener);
      return own;
    },
    removeListener(name, listener) {
      client.removeListener(name, listener);
      return own;
    },
    removeAllListeners(name) {
      client.removeAllListeners(name);
      return own;
    },
  };
  ordered.set(client, own);
  return own;
}
