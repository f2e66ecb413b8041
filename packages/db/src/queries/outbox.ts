import { statement } from '../statement.ts';

/** Statements that hand recorded jobs to the queue. */
export const outboxQueries = {
  lease: statement<[rows: number, seconds: number], { id: number; name: string; payload: unknown }>('outbox/lease'),
  done: statement<[ids: number[]], never>('outbox/done'),
  release: statement<[ids: number[]], never>('outbox/release'),
};
