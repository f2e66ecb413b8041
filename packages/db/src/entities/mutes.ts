import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime, time } from './columns.ts';

const MuteSchema = defineEntity({
  name: 'Mute',
  tableName: 'mutes',
  properties: {
    muter: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    muted: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    /** The end of the mute; `infinity` if it has none. */
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

/** A mute of one member by another: the muter does not see what the muted one does. Nobody else knows of it. */
export class Mute extends MuteSchema.class {}
MuteSchema.setClass(Mute);
