import type { PendingJob } from '../entities/index.ts';
import { statement } from '../statement.ts';

/** Statements about large authors, whose posts are merged in at read time. */
export const largeAuthorQueries = {
  rise: statement<[post: number, followers: number, trail: object | null], { job_id: PendingJob['id'] }>(
    'largeAuthors/rise',
  ),
  fall: statement<[followers: number], { author_id: number }>('largeAuthors/fall'),
  unfinished: statement<[], { author_id: number }>('largeAuthors/unfinished'),
  version: statement<[author: number], { version: number }>('largeAuthors/version'),
  step: statement<[author: number, version: number, followers: number], { more: boolean }>('largeAuthors/step'),
};
