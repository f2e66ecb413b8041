import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

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

const FeedMergeSchema = defineEntity({
  name: 'FeedMerge',
  tableName: 'feed_merges',
  properties: {
    followerId: p.bigint('number').primary(),
    followedId: p.bigint('number').primary(),
    /** What is older than this is read from the posts, whatever entries there are; `infinity` with large authors. */
    entriesFrom: time().defaultRaw(`'infinity'`),
  },
});

/** One author whose posts one follower's feed merges in at reading. */
export class FeedMerge extends FeedMergeSchema.class {}
FeedMergeSchema.setClass(FeedMerge);
