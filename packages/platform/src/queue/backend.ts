import { createPostgresBackend, FlowProducer, Queue, Worker, withBackend } from 'bullmq';
import type { Stores } from '../stores.ts';

/** BullMQ's classes bound to the store that the settings choose, and the connection to give them: to queue, or to work. */
export function chooseBackend(stores: Stores, use: 'queueing' | 'work') {
  const { redis } = stores;
  if (redis) return { Queue, Worker, FlowProducer, connection: use === 'work' ? redis.forJobs() : redis.forQueueing };
  // The two families differ only in the type of their connection, which stays inside this folder.
  const bound = withBackend(createPostgresBackend) as unknown as {
    Queue: typeof Queue;
    Worker: typeof Worker;
    FlowProducer: typeof FlowProducer;
  };
  return { ...bound, connection: stores.pool as never };
}
