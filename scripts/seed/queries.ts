import { type Statement, statementIn } from '@kith/db';

const statement = <P extends readonly unknown[], R = never>(name: string): Statement<P, R> =>
  statementIn(new URL('./', import.meta.url), `seed/${name}`);

type Chunk = [from: number, to: number];

/** SQL statements of the seed, for what the product's operations cannot do or would take too long to do. */
export const seedQueries = {
  backdateNotifications: statement<[users: number[], since: Date]>('backdateNotifications'),
  backdateComments: statement<[post: number, at: Date]>('backdateComments'),
  counts: statement<[], { users: number; posts: number }>('counts'),
  numbered: statement<[]>('numbered'),
  fillNumbers: statement<[]>('fillNumbers'),
  emptyNumbers: statement<[]>('emptyNumbers'),
  dropNumbers: statement<[]>('dropNumbers'),
  addUsers: statement<Chunk>('addUsers'),
  addFollows: statement<[...Chunk, of: number, each: number]>('addFollows'),
  captions: statement<[], { caption: string }>('captions'),
  addPosts: statement<[...Chunk, of: number, captionOfEach: string[], words: string[]]>('addPosts'),
  countUsers: statement<[]>('countUsers'),
  countPosts: statement<[]>('countPosts'),
  analyze: statement<[]>('analyze'),
};
