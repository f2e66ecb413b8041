import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

const LargeAuthorSchema = defineEntity({
  name: 'LargeAuthor',
  tableName: 'large_authors',
  properties: {
    author: () => p.oneToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /**
     * The state `merged`, in which posts are no longer written into feeds, is reached when every follower has a row in
     * `feed_merges`.
     */
    state: p.enum(['rising', 'merged', 'falling'] as const).default('rising'),
    /** Incremented with every change of state; a step of a job that was recorded for an older version does nothing. */
    version: p.integer().default(1),
    /** The progress of a change of state: followers with ids up to this one are processed. */
    reachedId: p.bigint('number').defaultRaw('0'),
  },
});

/** An author with very many followers. */
export class LargeAuthor extends LargeAuthorSchema.class {}
LargeAuthorSchema.setClass(LargeAuthor);
