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
