import { createPostgresBackend, FlowProducer, Queue, Worker, withBackend } from 'bullmq';
import type { Stores } from '../stores.ts';

/** BullMQ's classes bound to the store that the settings choose, and the connection to give them. */
export async function chooseBackend(stores: Stores) {
  if (stores.redis) {
    return { Queue, Worker, FlowProducer, connection: await stores.redis.forJobs() };
  }
  // The two families differ only in the type of their connection, which stays inside this folder.
  const bound = withBackend(createPostgresBackend) as unknown as {
    Queue: typeof Queue;
    Worker: typeof Worker;
    FlowProducer: typeof FlowProducer;
  };
  return { ...bound, connection: stores.pool as never };
}

export type Backend = Awaited<ReturnType<typeof chooseBackend>>;
