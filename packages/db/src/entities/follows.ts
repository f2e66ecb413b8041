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
    createdAt: madeAt(),
  },
  checks: [{ name: 'follow_requests_check', expression: 'follower_id <> followed_id' }],
  indexes: [index('follow_requests_waiting', 'follow_requests (followed_id, created_at desc, follower_id desc)')],
});

/** Somebody who asks to follow a private user, and waits. */
export class FollowRequest extends FollowRequestSchema.class {}
FollowRequestSchema.setClass(FollowRequest);

const BlockSchema = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  properties: {
    blocker: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    blocked: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: madeAt(),
  },
  checks: [{ name: 'blocks_check', expression: 'blocker_id <> blocked_id' }],
  indexes: [{ name: 'blocks_of', properties: ['blocked', 'blocker'] }],
});

/** Neither of the two sees, finds or reaches the other. */
export class Block extends BlockSchema.class {}
BlockSchema.setClass(Block);

const MuteSchema = defineEntity({
  name: 'Mute',
  tableName: 'mutes',
  properties: {
    muter: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    muted: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    /** `infinity` until somebody lifts it. */
    until: time(),
    createdAt: madeAt(),
  },
  checks: [{ name: 'mutes_check', expression: 'muter_id <> muted_id' }],
  indexes: [
    { name: 'mutes_of', properties: ['muted'] },
    { name: 'mutes_until', properties: ['until'] },
  ],
});

/** What the muted user does is kept from the muter, who is the only one to know. */
export class Mute extends MuteSchema.class {}
MuteSchema.setClass(Mute);

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

const LargeAuthorSchema = defineEntity({
  name: 'LargeAuthor',
  tableName: 'large_authors',
  properties: {
    author: () => p.oneToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** Posts are written into feeds in all but `merged`, which comes once every follower has a merge. */
    state: p.enum(['rising', 'merged', 'falling'] as const).default('rising'),
    /** Counts changes of state: a step of a job that knows an older one does nothing. */
    version: p.integer().default(1),
    /** Followers up to this id have been through what the state asks. */
    reachedId: p.bigint('number').defaultRaw('0'),
  },
});

/** An author whom very many follow. */
export class LargeAuthor extends LargeAuthorSchema.class {}
LargeAuthorSchema.setClass(LargeAuthor);
