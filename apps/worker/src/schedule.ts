import { type JobName, type Log, periodSeconds, sweepSeconds } from '@kith/domain';
import type { PlatformQueue, Settings } from '@kith/platform';

const second = 1000;
const hour = 3600 * second;

/** Repeating jobs and their intervals in milliseconds. */
const schedule: Partial<Record<JobName, number>> = {
  // Pending jobs are queued right after their transaction; this job queues those whose process died in between.
  'pendingJobs.relay': 5 * second,
  'images.resume': 60 * second,
  // Resumes deliveries whose job was lost with the queue.
  'webhooks.resume': 60 * second,
  'images.sweep': sweepSeconds * second,
  'popular.start': periodSeconds * second,
  'expired.remove': hour,
  // Erases posts whose own job was lost with the queue.
  'posts.erase': hour,
  // Some time zones are a quarter of an hour off the others.
  'birthdays.notify': hour / 4,
  'counters.recount': 24 * hour,
  'profileLinks.checkOld': hour,
  'feed.trim': 24 * hour,
};

/** The interval at which the schedule is checked, in milliseconds: a Redis without persistence loses it when it restarts. */
const checkIntervalMs = 10 * second;

/**
 * Registers the schedule and, every 10 s, those of its jobs that the queue has lost. Several workers may do so concurrently.
 * Nothing is registered while `clockIsRight` returns false, because BullMQ would compute the next runs with the wrong clock.
 */
export async function maintainSchedule(
  queue: PlatformQueue,
  log: Log,
  { backup }: Pick<Settings, 'backup'>,
  clockIsRight: () => boolean = () => true,
): Promise<{ stop(): void }> {
  const plan = { ...schedule, ...(backup.everyMs && { 'backups.make': backup.everyMs }) };
  const jobs = Object.entries(plan) as [JobName, number][];
  async function register(some: [JobName, number][]): Promise<void> {
    for (const [job, ms] of some) await queue.scheduleEvery(job, ms);
  }
  async function restoreLost(): Promise<void> {
    const lost: [JobName, number][] = [];
    for (const each of jobs) if (!(await queue.isScheduled(each[0]))) lost.push(each);
    if (lost.length === 0) return;
    const names = lost.map(([job]) => job).join(', ');
    log.warn({ jobs: names }, 'the queue has lost schedules');
    await register(lost);
    log.info({ jobs: names }, 'the schedules are restored');
  }
  // If the queue is unavailable now, the next check follows soon.
  const tryTo = async (work: () => Promise<void>) => {
    if (!clockIsRight()) return;
    await work().catch((err: unknown) => log.warn({ err }, 'the schedule could not be registered'));
  };
  await tryTo(() => register(jobs));
  const timer = setInterval(() => void tryTo(restoreLost), checkIntervalMs);
  return { stop: () => clearInterval(timer) };
}
