import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime, time } from './columns.ts';

const MuteSchema = defineEntity({
  name: 'Mute',
  tableName: 'mutes',
  properties: {
    muter: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    muted: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    /** `infinity` until it is lifted. */
    until: time(),
    createdAt: insertTime(),
  },
  checks: [{ name: 'mutes_check', expression: 'muter_id <> muted_id' }],
  indexes: [
    { name: 'mutes_of', properties: ['muted'] },
    index('mutes_newest', 'mutes (muter_id, created_at desc, muted_id desc)'),
    { name: 'mutes_until', properties: ['until'] },
  ],
});

/** Hides what the muted user does from the muter; nobody else knows of it. */
export class Mute extends MuteSchema.class {}
MuteSchema.setClass(Mute);
