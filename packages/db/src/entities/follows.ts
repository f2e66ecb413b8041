import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, madeAt, time } from './columns.ts';

const FollowSchema = defineEntity({
  name: 'Follow',
  tableName: 'follows',
  properties: {
    follower: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    followed: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: madeAt(),
  },
  checks: [{ name: 'follows_check', expression: 'follower_id <> followed_id' }],
  indexes: [
    index('follows_following', 'follows (follower_id, created_at desc, followed_id desc)'),
    index('follows_followers', 'follows (followed_id, created_at desc, follower_id desc)'),
  ],
});

export class Follow extends FollowSchema.class {}
FollowSchema.setClass(Follow);

const FeedEntrySchema = defineEntity({
  name: 'FeedEntry',
  tableName: 'feed_entries',
  properties: {
    userId: p.bigint('number').primary(),
    /** The post's, by which the feed is ordered. */
    createdAt: time().primary(),
    postId: p.bigint('number').primary(),
    authorId: p.bigint('number'),
  },
});

/**
 * One post in one follower's feed: an index, never the truth. Without foreign keys, which would cost a fan-out more than
 * its rows; what is left of posts and users that are gone is swept.
 */
export class FeedEntry extends FeedEntrySchema.class {}
FeedEntrySchema.setClass(FeedEntry);
