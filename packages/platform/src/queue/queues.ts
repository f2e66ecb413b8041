import type { JobName } from '@kith/domain';

interface Queue {
  /** The concurrency of one worker process; null if a setting decides it. */
  concurrency: number | null;
  /** The number of attempts before a job counts as failed. */
  attempts: number;
  /** The delay after the first attempt in milliseconds; it doubles each time, up to `maxDelay`. */
  delay: number;
  maxDelay?: number;
}

/** All attempts together take some eight minutes at most. By then, a database or storage that restarts or fails over is back. */
const defaults = { attempts: 14, delay: 1000, maxDelay: 60_000 };

/** The settings of every queue. No queue waits for another: slow work has a queue of its own. */
export const queues = {
  // A picture keeps a core busy and may take 500 MB, so concurrency is KITH_WORKER_CONCURRENCY. An unreadable picture is not
  // retried, and one that kills its worker is given up after three attempts; the other attempts are for storage and memory.
  images: { concurrency: null, ...defaults },
  // Only with FFMPEG_PATH: converting a video takes minutes, at low priority.
  videos: { concurrency: 1, ...defaults },
  // A mail server answers in 0.1 to 2 s and most allow a handful of connections from one sender. The first attempts take some
  // 10 minutes, for mail servers that greylist; later ones come hourly for a day, enough for a mail server to be repaired.
  mail: { concurrency: 4, attempts: 34, delay: 5000, maxDelay: 3_600_000 },
  // Push services answer within 0.1 s, but members choose the address: one that stays silent for 10 s delays only other pushes.
  // These attempts are for failures of the database; a push that its service did not accept is retried by a job of its own.
  push: { concurrency: 8, ...defaults },
  // Webhooks have addresses that members chose, which may be silent for 10 s; a failed delivery is retried by a job of its own.
  outside: { concurrency: 8, ...defaults },
  // Members wait for these jobs while they write. A page and its picture take 6 s at most.
  links: { concurrency: 4, ...defaults },
  // Members wait for these jobs. Delivering a post of an author with very many followers takes seconds and must not delay other
  // posts, so two jobs run at once. More would compete for the same tables.
  feeds: { concurrency: 2, ...defaults },
  // A deletion takes minutes for a large account, which is hidden by then; two at a time do not overload the database.
  erase: { concurrency: 2, ...defaults },
  // A ranking run is a sequence of short statements, once a minute.
  ranking: { concurrency: 1, ...defaults },
  // These jobs depend on the storage, which may be remote, and not on the database. Removals come before copies to new keys.
  files: { concurrency: 2, ...defaults },
  // Archives of members. A slice of an import takes ten seconds, an export may take minutes. One runs at a time, because the pictures
  // of an import keep a core busy, and uploads need the other cores.
  imports: { concurrency: 1, ...defaults },
  // These jobs recover what a crashed process left, and must never wait behind slow jobs.
  relay: { concurrency: 1, ...defaults },
  // Scheduled or slow work: backups, recounts. Two run at once, so that the short ones do not wait for a backup.
  work: { concurrency: 2, ...defaults },
} satisfies Record<string, Queue>;

export type QueueName = keyof typeof queues;

export const queueNames = Object.keys(queues) as QueueName[];

/** The queues that wait in a restored copy: their jobs reach people and other servers, or files that may be the real server's. */
export const heldBackQueues: readonly QueueName[] = ['mail', 'push', 'outside', 'links', 'files'];

/** The queue of each job. */
export const queueOf: Record<JobName, QueueName> = {
  'images.process': 'images',
  'images.transcode': 'videos',
  'images.resume': 'relay',
  'images.remove': 'files',
  'images.rename': 'files',
  'images.sweep': 'work',
  'auth.sendPasswordReset': 'mail',
  'auth.sendConfirmation': 'mail',
  'auth.sendResetLinkNotice': 'mail',
  'auth.sendSignInNotice': 'mail',
  'webhooks.sendOffNotice': 'mail',
  'push.send': 'push',
  'webhooks.deliver': 'outside',
  'profileLinks.check': 'outside',
  'profileLinks.checkOld': 'work',
  'linkPreviews.read': 'links',
  'webhooks.resume': 'relay',
  'chats.push': 'relay',
  'chats.erase': 'erase',
  'feed.fanOut': 'feeds',
  'feed.backfill': 'feeds',
  'follows.acceptWaiting': 'feeds',
  'feed.trim': 'work',
  'users.erase': 'erase',
  'events.notify': 'feeds',
  'posts.show': 'relay',
  'posts.expire': 'relay',
  'posts.erase': 'erase',
  'popular.start': 'ranking',
  'pendingJobs.relay': 'relay',
  'birthdays.notify': 'work',
  'counters.recount': 'work',
  'expired.remove': 'work',
  'exports.make': 'imports',
  'exports.remove': 'files',
  'uploads.remove': 'files',
  'imports.run': 'imports',
  'imports.remove': 'files',
  'backups.make': 'work',
};

/**
 * The delay in milliseconds after attempt number `tries`, counted from 1. The queue's `delay` doubles with each attempt, up to
 * `maxDelay`; the result is a random time between half and all of that.
 */
export function retryDelay(queue: QueueName, tries: number): number {
  const { delay, maxDelay = Number.POSITIVE_INFINITY }: Queue = queues[queue];
  return Math.round(Math.min(delay * 2 ** (tries - 1), maxDelay) * (0.5 + Math.random() / 2));
}

/** Failed jobs are kept for a week, limited in number, for an operator to inspect. Completed jobs are removed at once. */
export const failedJobRetention = { count: 500, age: 7 * 24 * 3600 };
