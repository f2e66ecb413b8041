import { statement } from '../statement.ts';

/** Statements that delete what has expired, in batches of at most `max` rows of a table. */
export const expiredQueries = ['rows', 'events', 'notifications'].map((name) =>
  statement<[max: number], { rows: number }>(`expired/${name}`),
);
