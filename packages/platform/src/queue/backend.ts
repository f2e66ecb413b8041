import { createPostgresBackend, FlowProducer, PostgresConnection, Queue, Worker, withBackend } from 'bullmq';
import type { Stores } from '../stores.ts';

interface Backend {
  Queue: typeof Queue;
  Worker: typeof Worker;
  FlowProducer: typeof FlowProducer;
  connection: never;
  /** Of the names of keys in Redis. */
  prefix: string;
  /** Once its workers are closed, or are not waited for any more: whatever they still ask then fails. */
  close(): Promise<void>;
}

/** BullMQ's classes bound to the store that the settings choose, and the connection to give them: to queue, or to work. */
export function chooseBackend({ redis, pool }: Stores, use: 'queueing' | 'work'): Backend {
  if (redis) {
    const { client: connection, close } =
      use === 'work' ? redis.forJobs() : { client: redis.forQueueing, close: () => {} };
    return {
      Queue,
      Worker,
      FlowProducer,
      connection: connection as never,
      prefix: redis.prefix,
      close: async () => close(),
    };
  }
  const listener = new PostgresConnection(pool);
  // The two families differ only in the type of their connection, which stays inside this folder.
  const bound = withBackend(listeningOn(listener)) as unknown as Pick<Backend, 'Queue' | 'Worker' | 'FlowProducer'>;
  return { ...bound, connection: pool as never, prefix: 'bull', close: () => listener.close() };
}

/**
 * BullMQ's backend, but that all workers of a process are told of new jobs on one connection. By itself each takes one out
 * of the pool for good, though the channel is the same for every queue, and more queues would want a larger pool.
 */
function listeningOn(listener: PostgresConnection): typeof createPostgresBackend {
  return (name, opts) => {
    const backend = createPostgresBackend(name, opts);
    const { connection } = backend as unknown as { connection: PostgresConnection };
    connection.getListenClient = async () => inTurn(await listener.getListenClient());
    const again = () => void connection.emit('listenerinvalidated');
    listener.on('listenerinvalidated', again);
    connection.on('close', () => listener.off('listenerinvalidated', again));
    return backend;
  };
}

type Client = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

const ordered = new WeakSet<Client>();

/** Has a client's statements wait for each other, as pg asks of who uses one: all workers say LISTEN at once. */
function inTurn(client: Client): Client {
  if (ordered.has(client)) return client;
  ordered.add(client);
  const ask = client.query.bind(client) as (...given: unknown[]) => Promise<never>;
  let last: Promise<unknown> = Promise.resolve();
  client.query = (...given: unknown[]) => {
    const answer = last.then(() => ask(...given));
    last = answer.catch(() => {});
    return answer;
  };
  return client;
}
