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
     * Posts of the author from before this time are read from the posts table, even if they have feed entries; `infinity`: all
     * posts.
     */
    entriesFrom: time().defaultRaw(`'infinity'`),
  },
});

/** A large author whose posts, all or the older ones, are merged into a follower's feed at read time. */
export class FeedMerge extends FeedMergeSchema.class {}
FeedMergeSchema.setClass(FeedMerge);
