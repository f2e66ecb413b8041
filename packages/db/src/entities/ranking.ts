import { defineEntity, p } from '@mikro-orm/core';
import { id, index, insertTime, time } from './columns.ts';
import { Post } from './posts.ts';

const PopularSnapshotSchema = defineEntity({
  name: 'PopularSnapshot',
  tableName: 'popular_snapshots',
  properties: { id: id(), runAt: time().unique(), createdAt: insertTime() },
});

/** A published ranking; its entries are inserted in the same statement. */
export class PopularSnapshot extends PopularSnapshotSchema.class {}
PopularSnapshotSchema.setClass(PopularSnapshot);

const PopularEntrySchema = defineEntity({
  name: 'PopularEntry',
  tableName: 'popular_entries',
  properties: {
    snapshot: () => p.manyToOne(PopularSnapshot).primary().deleteRule('cascade').updateRule('no action'),
    /** The place in the ranking, from 1. */
    rank: p.integer().primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    score: p.double(),
  },
  indexes: [{ name: 'popular_entries_post', properties: ['post'] }],
});

export class PopularEntry extends PopularEntrySchema.class {}
PopularEntrySchema.setClass(PopularEntry);

const PopularPostSchema = defineEntity({
  name: 'PopularPost',
  tableName: 'popular_posts',
  properties: {
    post: () => p.oneToOne(Post).primary().deleteRule('cascade').updateRule('no action'),
    createdAt: time(),
    /** The logarithm of the score, without the term for the current time, which is the same for all posts. */
    hotness: p.double(),
  },
  indexes: [
    index('popular_posts_hottest', 'popular_posts (hotness desc, post_id desc)'),
    { name: 'popular_posts_created', properties: ['createdAt'] },
  ],
});

/** The score of a post of the last fortnight that has likes or comments. */
export class PopularPost extends PopularPostSchema.class {}
PopularPostSchema.setClass(PopularPost);

const PopularChangeSchema = defineEntity({
  name: 'PopularChange',
  tableName: 'popular_changes',
  properties: { id: id(), postId: p.bigint('number') },
});

/**
 * A post that the next run scores although it has no new like or comment, because a like or comment was deleted or now has
 * another weight, or because the post's audience changed.
 */
export class PopularChange extends PopularChangeSchema.class {}
PopularChangeSchema.setClass(PopularChange);

const PopularProgressSchema = defineEntity({
  name: 'PopularProgress',
  tableName: 'popular_progress',
  properties: {
    one: p.boolean().primary().default(true),
    likesTo: p.bigint('number').defaultRaw('0'),
    commentsTo: p.bigint('number').defaultRaw('0'),
    /** All posts before this time are still to be rescored; null if none. */
    rebuildBefore: time().nullable(),
  },
  checks: [{ name: 'popular_progress_one_check', expression: 'one' }],
});

/**
 * The progress of the scoring: the ids up to which likes and comments are read, and how far a rescoring of all posts has got.
 * The table has one row.
 */
export class PopularProgress extends PopularProgressSchema.class {}
PopularProgressSchema.setClass(PopularProgress);
