import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const FollowSchema = defineEntity({
  name: 'Follow',
  tableName: 'follows',
  properties: {
    follower: () => p.manyToOne(User).primary(),
    followed: () => p.manyToOne(User).primary(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Follow extends FollowSchema.class {}
FollowSchema.setClass(Follow);
