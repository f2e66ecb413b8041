import { type Statement, statementsIn } from '@kith/db';

type Chunk = [from: number, to: number];

interface SeedStatements {
  backdateNotifications: Statement<[users: number[], since: Date], never>;
  backdateComments: Statement<[post: number, at: Date], never>;
  counts: Statement<[], { users: number; posts: number }>;
  numbered: Statement<[], never>;
  fillNumbers: Statement<[], never>;
  emptyNumbers: Statement<[], never>;
  dropNumbers: Statement<[], never>;
  addUsers: Statement<Chunk, never>;
  addFollows: Statement<[...Chunk, of: number, each: number], never>;
  captions: Statement<[], { caption: string }>;
  addPosts: Statement<[...Chunk, of: number, captionOfEach: string[], words: string[]], never>;
  countUsers: Statement<[], never>;
  countPosts: Statement<[], never>;
  analyze: Statement<[], never>;
}

/** SQL statements of the seed, for what the product's operations cannot do or would take too long to do. */
export const seedQueries = statementsIn(new URL('./', import.meta.url), 'seed') as unknown as SeedStatements;
