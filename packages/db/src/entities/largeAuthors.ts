import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

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
