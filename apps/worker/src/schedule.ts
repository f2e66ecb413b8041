import { type JobName, type Log, periodSeconds, sweepSeconds } from '@kith/domain';
import type { PlatformQueue, Settings } from '@kith/platform';

const second = 1000;
const hour = 3600 * second;

/** What runs by the clock, and how often in milliseconds. */
const schedule: Partial<Record<JobName, number>> = {
  // Rows are handed over right after their transaction; this catches those whose process died in between.
  'outbox.relay': 5 * second,
  'images.resume': 60 * second,
  'images.sweep': sweepSeconds * second,
  'popular.start': periodSeconds * second,
  'expired.remove': hour,
  'counters.recount': 24 * hour,
  'feed.trim': 24 * hour,
};

/** How often it is seen to that the schedule is still there, in milliseconds: a Redis may lose it. */
const checkEvery = 10 * second;

type Plan = Partial<Record<JobName, number>>;

async function register(
  queue: PlatformQueue,
  plan: Plan,
  tell: (name: string, found: 'missing' | 'late') => void,
): Promise<void> {
  for (const [name, ms] of Object.entries(plan)) {
    const found = await queue.scheduleEvery(name as JobName, ms);
    if (found !== 'kept') tell(name, found);
  }
}

/**
 * Registers the schedule, and looks for it every 10 s: what was lost comes back, and what waits for a time that a clock set back
 * has put far off is brought near. Any number of workers may do so.
 */
export async function keepSchedule(
  queue: PlatformQueue,
  log: Log,
  { backup }: Pick<Settings, 'backup'>,
): Promise<{ stop(): void }> {
  const plan: Plan = { ...schedule, ...(backup.everyMs && { 'backups.make': backup.everyMs }) };
  // The first worker of all finds nothing, and that is no loss.
  await register(queue, plan, () => {});
  const look = () =>
    register(queue, plan, (job, found) =>
      log.warn({ job }, found === 'late' ? 'a schedule was far off: the clock was set back' : 'a schedule was lost'),
    ).catch((err: unknown) => log.warn({ err }, 'the schedule could not be looked at'));
  const timer = setInterval(look, checkEvery);
  return { stop: () => clearInterval(timer) };
}
