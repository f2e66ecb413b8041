import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

const FeedEntrySchema = defineEntity({
  name: 'FeedEntry',
  tableName: 'feed_entries',
  properties: {
    userId: p.bigint('number').primary(),
    /** Copied from the post; the feed is ordered by it. */
    createdAt: time().primary(),
    postId: p.bigint('number').primary(),
    authorId: p.bigint('number'),
  },
});

/**
 * A post in a follower's feed. The table is an index that can be rebuilt. It has no foreign keys, because their checks would cost
 * a fan-out more than its inserts; a job deletes the entries of deleted posts and users.
 */
export class FeedEntry extends FeedEntrySchema.class {}
FeedEntrySchema.setClass(FeedEntry);

const FeedMergeSchema = defineEntity({
  name: 'FeedMerge',
  tableName: 'feed_merges',
  properties: {
    followerId: p.bigint('number').primary(),
    followedId: p.bigint('number').primary(),
    /**
     * The author's posts from before this time are read from the posts table, even if they have feed entries. The value
     * `infinity` means all posts.
     */
    entriesFrom: time().defaultRaw(`'infinity'`),
  },
});

/**
 * A pair of a follower and a followed author with very many followers: all posts of the author, or only the older ones, are
 * merged into the follower's feed when it is read.
 */
export class FeedMerge extends FeedMergeSchema.class {}
FeedMergeSchema.setClass(FeedMerge);
