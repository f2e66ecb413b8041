import { statement } from '../statement.ts';

/** Statements that remove what is past its time, some rows at once. */
export const expiredQueries = ['rows', 'events', 'notifications'].map((name) =>
  statement<[most: number], { rows: number }>(`expired/${name}`),
);
