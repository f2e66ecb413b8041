import { defineEntity, p } from '@mikro-orm/core';
import { id, time } from './columns.ts';

const PendingJobSchema = defineEntity({
  name: 'PendingJob',
  tableName: 'pending_jobs',
  properties: {
    id: id(),
    name: p.text(),
    payload: p.json<Record<string, unknown>>(),
    /** When the job may be added to the queue: later than now if the process that recorded it tries to do the work first. */
    dueAt: time().defaultRaw('now()'),
  },
  indexes: [{ name: 'pending_jobs_due', properties: ['dueAt', 'id'] }],
});

/** A job that is committed in the transaction that causes it, and added to the queue after the commit. */
export class PendingJob extends PendingJobSchema.class {}
PendingJobSchema.setClass(PendingJob);
