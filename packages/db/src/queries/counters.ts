import { statement } from '../statement.ts';

type Counted = 'users' | 'posts' | 'comments' | 'notifications' | 'memberships';
type Batch = [after: number, upTo: number];

/** The three statements that correct one table's counters, as described in counters.sql. */
const counters = (table: Counted, key: string[]) => ({
  table,
  key,
  drifted: statement<Batch, Record<string, number>>(`counters/${table}Drifted`),
  locked: statement<number[][], never>(`counters/${table}Locked`),
  corrected: statement<number[][], object>(`counters/${table}Corrected`),
});

/** Statements that correct counters, for each table; `key` is the columns of the table's primary key. */
export const counterQueries = {
  tables: [
    counters('users', ['id']),
    counters('posts', ['id']),
    counters('comments', ['id']),
    counters('notifications', ['id']),
    counters('memberships', ['chat_id', 'user_id']),
  ],
  lastIds: statement<[], Record<Counted, number>>('counters/lastIds'),
  notificationsWithoutActors: statement<Batch, never>('counters/notificationsWithoutActors'),
};
