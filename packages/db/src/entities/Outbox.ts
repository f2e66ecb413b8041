import { defineEntity, p } from '@mikro-orm/core';

const OutboxSchema = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.text(),
    payload: p.json<Record<string, unknown>>(),
    /** When it may be handed over: later than now if its own process means to do the work itself first. */
    dueAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A job that commits with the rows it belongs to and is handed to the queue afterwards. */
export class Outbox extends OutboxSchema.class {}
OutboxSchema.setClass(Outbox);
