import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { time } from './columns.ts';

// Tables that the previous version reads, which may run beside this one during an upgrade. The next version drops them.

const FeedMergeSchema = defineEntity({
  name: 'FeedMerge',
  tableName: 'feed_merges',
  properties: {
    followerId: p.bigint('number').primary(),
    followedId: p.bigint('number').primary(),
    entriesFrom: time().defaultRaw(`'infinity'`),
  },
});

export class FeedMerge extends FeedMergeSchema.class {}
FeedMergeSchema.setClass(FeedMerge);

const LargeAuthorSchema = defineEntity({
  name: 'LargeAuthor',
  tableName: 'large_authors',
  properties: {
    author: () => p.oneToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    state: p.enum(['rising', 'merged', 'falling'] as const).default('rising'),
    version: p.integer().default(1),
    reachedId: p.bigint('number').defaultRaw('0'),
  },
});

export class LargeAuthor extends LargeAuthorSchema.class {}
LargeAuthorSchema.setClass(LargeAuthor);
