import { inspectQueues, type QueueState } from '../queue/inspect.ts';
import type { QueueName } from '../queue/queues.ts';
import type { Stores } from '../stores.ts';

/** The state of one queue as an operator sees it. */
export async function queueState(stores: Stores, name: QueueName): Promise<QueueState> {
  const inspector = await inspectQueues(stores);
  try {
    const state = (await inspector.states()).find(({ queue }) => queue === name);
    if (!state) throw new Error(`There is no queue ${name}.`);
    return state;
  } finally {
    await inspector.close();
  }
}
