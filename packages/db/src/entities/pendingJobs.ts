import { defineEntity, p } from '@mikro-orm/core';
import { id, time } from './columns.ts';

const PendingJobSchema = defineEntity({
  name: 'PendingJob',
  // The original name of the column: the previous version, which runs while this one migrates, knows no other.
  tableName: 'outbox',
  properties: {
    id: id(),
    name: p.text(),
    payload: p.json<Record<string, unknown>>(),
    /** When it may be handed over: later if its own process first tries to do the work itself. */
    dueAt: time().defaultRaw('now()'),
  },
  indexes: [{ name: 'outbox_due', properties: ['dueAt', 'id'] }],
});

/** A job that commits together with the rows it belongs to and is handed to the queue afterwards. */
export class PendingJob extends PendingJobSchema.class {}
PendingJobSchema.setClass(PendingJob);
