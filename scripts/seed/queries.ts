import { type Statement, statementsIn } from '@kith/db';

interface SeedStatements {
  backdateNotifications: Statement<[users: number[], since: Date], never>;
  backdateComments: Statement<[post: number, at: Date], never>;
}

/** SQL statements of the seed, for what the product's operations cannot do. */
export const seedQueries = statementsIn(new URL('./', import.meta.url), 'seed') as unknown as SeedStatements;
