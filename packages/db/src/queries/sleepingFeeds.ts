import type { PendingJob } from '../entities/index.ts';
import { statement } from '../statement.ts';

/** Statements about deactivated feeds. */
export const sleepingFeedQueries = {
  seen: statement<[user: number], never>('sleepingFeeds/seen'),
  sleep: statement<[after: number, upTo: number, days: number], never>('sleepingFeeds/sleep'),
  wake: statement<[user: number], never>('sleepingFeeds/wake'),
  reactivate: statement<[user: number, trail: object | null], { job_id: PendingJob['id'] }>('sleepingFeeds/reactivate'),
  resume: statement<[after: number, upTo: number], { jobs: number }>('sleepingFeeds/resume'),
  refill: statement<[user: number, entries: number], never>('sleepingFeeds/refill'),
};
