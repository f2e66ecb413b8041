import { defineEntity, p } from '@mikro-orm/core';
import { id, time } from './columns.ts';

const PendingJobSchema = defineEntity({
  name: 'PendingJob',
  // Its first name: the version that still runs while this one migrates knows no other.
  tableName: 'outbox',
  properties: {
    id: id(),
    name: p.text(),
    payload: p.json<Record<string, unknown>>(),
    /** When it may be handed over: later than now if its own process means to do the work itself first. */
    dueAt: time().defaultRaw('now()'),
  },
  indexes: [{ name: 'outbox_due', properties: ['dueAt', 'id'] }],
});

/** A job that commits with the rows it belongs to and is handed to the queue afterwards. */
export class PendingJob extends PendingJobSchema.class {}
PendingJobSchema.setClass(PendingJob);
