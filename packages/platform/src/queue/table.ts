import type { JobName } from '@kith/domain';

interface Queue {
  /** How many of its jobs one worker process does at once; null comes from the settings. */
  atOnce: number | null;
  /** How often a job is tried before it counts as failed. */
  attempts: number;
  /** The wait after the first try in milliseconds; it doubles each time, up to `longest`. */
  delay: number;
  longest?: number;
}

/** Some eight minutes in all: a database or a storage that restarts or fails over is back by then. */
const usual = { attempts: 14, delay: 1000, longest: 60_000 };

/** Every queue with its numbers. None waits for another: what is slow has one of its own. */
export const queues = {
  // One picture keeps a core busy and may take 500 MB: KITH_WORKER_CONCURRENCY. One that cannot be read is given up at once,
  // and one that kills its worker after three tries: retries are for the storage.
  images: { atOnce: null, ...usual },
  // A mail server answers in 0.1 to 2 s and most allow a handful of connections from one sender. Several attempts over
  // 10 minutes for mail servers that greylist, then hourly for a day, enough for a mail server to be repaired.
  mail: { atOnce: 4, attempts: 34, delay: 5000, longest: 3_600_000 },
  // Push services answer in 0.1 s, but an address may be anybody's: one that says nothing for 10 s holds up pushes alone. Tries
  // are for the database; a service that does not answer is asked again by a job of its own.
  push: { atOnce: 8, ...usual },
  // Somebody waits for each; one post of a large author takes seconds, and another is not to wait for it. More at once would
  // only write into the same tables side by side.
  feeds: { atOnce: 2, ...usual },
  // Minutes for a large account, which nobody sees any more: one beside it, and the database has room for the rest.
  erase: { atOnce: 2, ...usual },
  // A run is short statements one after the other, once a minute.
  ranking: { atOnce: 1, ...usual },
  // Stored files wait for the storage, which may be far, and not for the database.
  files: { atOnce: 2, ...usual },
  // What makes good for a process that died: it must never wait behind what takes long.
  relay: { atOnce: 1, ...usual },
  // What comes by the clock or takes minutes: archives, backups, recounts. Two, so that no backup waits for an archive.
  work: { atOnce: 2, ...usual },
} satisfies Record<string, Queue>;

export type QueueName = keyof typeof queues;

export const queueNames = Object.keys(queues) as QueueName[];

/** Which queue each job waits in. */
export const queueOf: Record<JobName, QueueName> = {
  'images.process': 'images',
  'images.resume': 'relay',
  'images.remove': 'files',
  'images.rename': 'files',
  'images.sweep': 'work',
  'auth.sendPasswordReset': 'mail',
  'auth.sendConfirmation': 'mail',
  'push.send': 'push',
  'feed.fanOut': 'feeds',
  'feed.backfill': 'feeds',
  'feed.merge': 'feeds',
  'feed.wake': 'feeds',
  'follows.acceptWaiting': 'feeds',
  'feed.trim': 'work',
  'users.erase': 'erase',
  'posts.show': 'relay',
  'posts.expire': 'relay',
  'posts.erase': 'erase',
  'posts.index': 'work',
  'popular.score': 'ranking',
  'popular.publish': 'ranking',
  'popular.start': 'ranking',
  'outbox.relay': 'relay',
  'counters.recount': 'work',
  'expired.remove': 'work',
  'exports.make': 'work',
  'backups.make': 'work',
};

/**
 * Where earlier versions had all jobs but pictures and mails. Its workers do whatever lies there, by its name; a schedule
 * that has another queue now is taken out of it.
 */
export const formerQueue: QueueName = 'work';

/** The wait in milliseconds after so many tries, between half and all of what the table says. */
export function waitAfter(queue: QueueName, tries: number): number {
  const { delay, longest = Number.POSITIVE_INFINITY }: Queue = queues[queue];
  return Math.round(Math.min(delay * 2 ** (tries - 1), longest) * (0.5 + Math.random() / 2));
}

/** Failed jobs kept for an operator to look at: few enough to stay small, for a week. Finished ones go at once. */
export const keptFailures = { count: 500, age: 7 * 24 * 3600 };
