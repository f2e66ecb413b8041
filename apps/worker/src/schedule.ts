import { type JobName, type Log, periodSeconds, sweepSeconds } from '@kith/domain';
import type { PlatformQueue, Settings } from '@kith/platform';

const second = 1000;
const hour = 3600 * second;

/** Repeating jobs and their intervals in milliseconds. */
const schedule: Partial<Record<JobName, number>> = {
  // Outbox rows are queued right after their transaction; this picks up those whose process died in between.
  'outbox.relay': 5 * second,
  'images.resume': 60 * second,
  'images.sweep': sweepSeconds * second,
  'popular.start': periodSeconds * second,
  'expired.remove': hour,
  // Posts whose own job was lost with the queue.
  'posts.erase': hour,
  // Posts of an older version, which may still serve beside this one.
  'posts.index': 60 * second,
  'counters.recount': 24 * hour,
  'feed.trim': 24 * hour,
  // Authors whose followers have become few, and what a lost job left.
  'feed.merge': hour,
};

/** How often the schedule is checked, in milliseconds: a Redis without persistence may lose it. */
const checkEvery = 10 * second;

type Plan = Partial<Record<JobName, number>>;

/** What was found and mended, as the log tells it. */
const mended = {
  missing: 'a schedule was lost',
  late: 'a schedule was far off: the clock was set back',
  stopped: 'a schedule had stopped: its next run was lost',
};

async function register(
  queue: PlatformQueue,
  plan: Plan,
  tell: (name: string, found: keyof typeof mended) => void,
): Promise<void> {
  for (const [name, ms] of Object.entries(plan)) {
    const found = await queue.scheduleEvery(name as JobName, ms);
    if (found !== 'kept') tell(name, found);
  }
}

/**
 * Registers the schedule and checks it every 10 s: an entry that was lost or whose next run was lost is registered again, and
 * one whose next run lies too far in the future, because the clock was set back, is rescheduled. Any number of workers may do
 * so at once. Where `clockIsRight` says no, nothing is: BullMQ would plan by a wrong clock.
 */
export async function keepSchedule(
  queue: PlatformQueue,
  log: Log,
  { backup }: Pick<Settings, 'backup'>,
  clockIsRight: () => boolean = () => true,
): Promise<{ stop(): void }> {
  const plan: Plan = { ...schedule, ...(backup.everyMs && { 'backups.make': backup.everyMs }) };
  const tell = (job: string, found: keyof typeof mended) => log.warn({ job }, mended[found]);
  const look = async (say: typeof tell) =>
    clockIsRight() &&
    register(queue, plan, say).catch((err: unknown) => log.warn({ err }, 'the schedule could not be looked at'));
  // On the very first start there is no schedule yet, which is nothing to warn about. A store that is away for that moment
  // is looked at again soon.
  await look(() => {});
  const timer = setInterval(() => look(tell), checkEvery);
  return { stop: () => clearInterval(timer) };
}
