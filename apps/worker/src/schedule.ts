import { type JobName, type Log, periodSeconds, sweepSeconds } from '@kith/domain';
import type { PlatformQueue, Settings } from '@kith/platform';

const second = 1000;
const hour = 3600 * second;

/** Repeating jobs and their intervals in milliseconds. */
const schedule: Partial<Record<JobName, number>> = {
  // Pending jobs are queued right after their transaction; this job queues those whose process died in between.
  'outbox.relay': 5 * second,
  'images.resume': 60 * second,
  // Resumes deliveries whose job was lost with the queue.
  'webhooks.resume': 60 * second,
  'images.sweep': sweepSeconds * second,
  'popular.start': periodSeconds * second,
  'expired.remove': hour,
  // Erases posts whose own job was lost with the queue.
  'posts.erase': hour,
  // Indexes posts and messages that an older version wrote without indexing them; that version may still run beside this one.
  'posts.index': 60 * second,
  'messages.index': 60 * second,
  'counters.recount': 24 * hour,
  'profileLinks.checkOld': hour,
  'feed.trim': 24 * hour,
};

/** Schedules of earlier versions, which are removed at the start: nobody handles their jobs any more. */
const formerSchedules = ['feed.merge'];

/** The interval at which the schedule is checked, in milliseconds: a Redis without persistence may lose the schedule. */
const checkIntervalMs = 10 * second;

type Plan = Partial<Record<JobName, number>>;

/** The log message for what was found and repaired. */
const repairMessages = {
  missing: 'a schedule was lost',
  late: 'a schedule was far off: the clock was set back',
  stopped: 'a schedule had stopped: its next run was lost',
};

async function register(
  queue: PlatformQueue,
  plan: Plan,
  logRepair: (name: string, found: keyof typeof repairMessages) => void,
): Promise<void> {
  for (const [name, ms] of Object.entries(plan)) {
    const found = await queue.scheduleEvery(name as JobName, ms);
    if (found !== 'healthy') logRepair(name, found);
  }
}

/**
 * Registers the schedule and checks it every 10 s: a lost entry is registered again, and an entry whose next run is too far in
 * the future, because the clock was set back, is rescheduled. Several workers may call this concurrently. The check is skipped
 * while `clockIsRight` is false, because BullMQ would plan by the wrong clock.
 */
export async function maintainSchedule(
  queue: PlatformQueue,
  log: Log,
  { backup }: Pick<Settings, 'backup'>,
  clockIsRight: () => boolean = () => true,
): Promise<{ stop(): void }> {
  const plan: Plan = { ...schedule, ...(backup.everyMs && { 'backups.make': backup.everyMs }) };
  const logRepair = (job: string, found: keyof typeof repairMessages) => log.warn({ job }, repairMessages[found]);
  const check = async (onRepair: typeof logRepair) =>
    clockIsRight() &&
    register(queue, plan, onRepair).catch((err: unknown) => log.warn({ err }, 'the schedule could not be checked'));
  for (const name of formerSchedules)
    await queue.removeSchedule(name).catch((err: unknown) => log.warn({ err }, 'a former schedule was not removed'));
  // At the very first start there is no schedule yet, which is no reason for a warning. If the store is unavailable now, the next
  // check follows soon.
  await check(() => {});
  const timer = setInterval(() => check(logRepair), checkIntervalMs);
  return { stop: () => clearInterval(timer) };
}
