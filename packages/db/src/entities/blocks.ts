import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime } from './columns.ts';

const BlockSchema = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  properties: {
    blocker: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    blocked: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: insertTime(),
  },
  checks: [{ name: 'blocks_check', expression: 'blocker_id <> blocked_id' }],
  indexes: [
    { name: 'blocks_of', properties: ['blocked', 'blocker'] },
    index('blocks_newest', 'blocks (blocker_id, created_at desc, blocked_id desc)'),
  ],
});

/** A block of one member by another; it hides each of them from the other. */
export class Block extends BlockSchema.class {}
BlockSchema.setClass(Block);
