import { type JobName, periodSeconds, sweepSeconds } from '@kith/domain';
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

/** Registers the schedule; any number of workers may do so. */
export async function registerSchedule(queue: PlatformQueue, { backup }: Pick<Settings, 'backup'>): Promise<void> {
  for (const [name, ms] of Object.entries(schedule)) await queue.scheduleEvery(name as JobName, ms);
  if (backup.everyMs) await queue.scheduleEvery('backups.make', backup.everyMs);
}
