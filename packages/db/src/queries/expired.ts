import { statement } from '../statement.ts';

/** Statements that delete what has expired, a limited number of rows at once. */
export const expiredQueries = ['rows', 'events', 'notifications'].map((name) =>
  statement<[max: number], { rows: number }>(`expired/${name}`),
);
