import type { PendingJob } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that record jobs, and pass them to the queue. */
export const pendingJobQueries = {
  record: statement<
    [name: string, payload: object, traceContext: object | null, dueAt: Date | null],
    Columns<PendingJob, 'id'>
  >('pendingJobs/record'),
  recordMissed: statement<[backupMadeAt: string], { jobs: number }>('pendingJobs/recordMissed'),
  lease: statement<
    [rows: number, seconds: number, names: readonly string[]],
    Columns<PendingJob, 'id' | 'name' | 'payload'>
  >('pendingJobs/lease'),
  keep: statement<[ids: number[]], never>('pendingJobs/keep'),
  done: statement<[ids: number[]], never>('pendingJobs/done'),
  release: statement<[ids: number[]], never>('pendingJobs/release'),
  unknown: statement<[names: readonly string[]], { name: string; jobs: number }>('pendingJobs/unknown'),
  waiting: statement<[], { jobs: number; overdue_seconds: number }>('pendingJobs/waiting'),
};
