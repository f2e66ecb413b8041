import type { JobName } from '@kith/domain';

export type QueueName = 'images' | 'mail' | 'push' | 'work';

/** Which queue each job waits in, so that slow kinds do not hold up quick ones. */
export const queueOf: Record<JobName, QueueName> = {
  'images.process': 'images',
  'images.resume': 'work',
  'images.remove': 'work',
  'images.rename': 'work',
  'images.sweep': 'work',
  'auth.sendPasswordReset': 'mail',
  'push.send': 'push',
  'feed.fanOut': 'work',
  'feed.backfill': 'work',
  'follows.acceptWaiting': 'work',
  'feed.trim': 'work',
  'users.erase': 'work',
  'popular.score': 'work',
  'popular.publish': 'work',
  'popular.start': 'work',
  'outbox.relay': 'work',
  'counters.recount': 'work',
  'expired.remove': 'work',
  'exports.make': 'work',
  'backups.make': 'work',
};

/** How many jobs of a queue one worker process does at once; `images` comes from the settings. */
export const concurrencyOf: Record<Exclude<QueueName, 'images'>, number> = {
  // A mail server answers in 0.1 to 2 s and most allow a handful of connections from one sender.
  mail: 4,
  // Push services answer in 0.1 s, but an address may be anybody's: one that says nothing for 10 s holds up pushes alone.
  push: 8,
  // Short statements on the database: more at once than its share of the pool would only wait there.
  work: 4,
};

interface Tries {
  attempts: number;
  /** The wait after the first try in milliseconds; it doubles each time, up to `longest`. */
  delay: number;
  longest?: number;
}

/** How often a job is tried before it counts as failed. */
export const triesOf: Record<QueueName, Tries> = {
  // A picture that fails once mostly fails again; three attempts are for a short outage of the storage.
  images: { attempts: 3, delay: 1000 },
  // Several attempts over 10 minutes for mail servers that greylist, then hourly for a day, enough for a mail server to
  // be repaired.
  mail: { attempts: 34, delay: 5000, longest: 3_600_000 },
  // For the database; a push service that does not answer is tried again by a job of its own.
  push: { attempts: 3, delay: 1000 },
  work: { attempts: 5, delay: 1000 },
};

/** The wait in milliseconds after so many tries, between half and all of what the table says. */
export function waitAfter(queue: QueueName, tries: number): number {
  const { delay, longest = Number.POSITIVE_INFINITY } = triesOf[queue];
  return Math.round(Math.min(delay * 2 ** (tries - 1), longest) * (0.5 + Math.random() / 2));
}

/** Failed jobs kept for an operator to look at: few enough to stay small, for a week. */
export const keptFailures = { count: 500, age: 7 * 24 * 3600 };
