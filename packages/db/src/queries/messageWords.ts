import type { Message } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that index messages written by an older version. */
export const messageWordQueries = {
  unindexed: statement<[rows: number], Columns<Message, 'id' | 'content'>>('messageWords/unindexed'),
  putWords: statement<[messages: number[], messageOfEach: number[], words: string[]], never>('messageWords/putWords'),
};
