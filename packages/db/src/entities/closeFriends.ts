import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime } from './columns.ts';

const CloseFriendSchema = defineEntity({
  name: 'CloseFriend',
  tableName: 'close_friends',
  properties: {
    owner: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    friend: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: insertTime(),
  },
  checks: [{ name: 'close_friends_check', expression: 'owner_id <> friend_id' }],
  indexes: [
    { name: 'close_friends_of', properties: ['friend'] },
    index('close_friends_newest', 'close_friends (owner_id, created_at desc, friend_id desc)'),
  ],
});

/** A member of the owner's list of close friends, who see posts for that audience. Nobody but the owner may see the list. */
export class CloseFriend extends CloseFriendSchema.class {}
CloseFriendSchema.setClass(CloseFriend);
