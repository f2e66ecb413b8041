import type { PendingJob } from '../entities/index.ts';
import { statement } from '../statement.ts';

/** Statements about large authors. They have very many followers, so their posts are merged into feeds when these are read. */
export const largeAuthorQueries = {
  promote: statement<[post: number, followers: number, traceContext: object | null], { job_id: PendingJob['id'] }>(
    'largeAuthors/promote',
  ),
  demote: statement<[followers: number], { author_id: number }>('largeAuthors/demote'),
  unfinished: statement<[], { author_id: number }>('largeAuthors/unfinished'),
  version: statement<[author: number], { version: number }>('largeAuthors/version'),
  step: statement<[author: number, version: number, followers: number], { more: boolean }>('largeAuthors/step'),
};
