import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime } from './columns.ts';

const FollowSchema = defineEntity({
  name: 'Follow',
  tableName: 'follows',
  properties: {
    follower: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    followed: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: insertTime(),
  },
  checks: [{ name: 'follows_check', expression: 'follower_id <> followed_id' }],
  indexes: [
    index('follows_following', 'follows (follower_id, created_at desc, followed_id desc)'),
    { name: 'follows_fan_out', properties: ['followed', 'follower'] },
    index('follows_followers', 'follows (followed_id, created_at desc, follower_id desc)'),
  ],
});

export class Follow extends FollowSchema.class {}
FollowSchema.setClass(Follow);

const FollowRequestSchema = defineEntity({
  name: 'FollowRequest',
  tableName: 'follow_requests',
  properties: {
    follower: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    followed: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: insertTime(),
  },
  checks: [{ name: 'follow_requests_check', expression: 'follower_id <> followed_id' }],
  indexes: [index('follow_requests_waiting', 'follow_requests (followed_id, created_at desc, follower_id desc)')],
});

/** A pending request to follow a private user. */
export class FollowRequest extends FollowRequestSchema.class {}
FollowRequestSchema.setClass(FollowRequest);
