import type { PendingJob } from '../entities/index.ts';
import { statement } from '../statement.ts';

/** Statements about deactivated feeds. */
export const inactiveFeedQueries = {
  seen: statement<[user: number], never>('inactiveFeeds/seen'),
  deactivate: statement<[after: number, upTo: number, days: number], never>('inactiveFeeds/deactivate'),
  activate: statement<[user: number], never>('inactiveFeeds/activate'),
  reactivate: statement<[user: number, traceContext: object | null], { job_id: PendingJob['id'] }>(
    'inactiveFeeds/reactivate',
  ),
  resume: statement<[after: number, upTo: number], { jobs: number }>('inactiveFeeds/resume'),
  refill: statement<[user: number, entries: number], never>('inactiveFeeds/refill'),
};
