import type { Message } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that index the words of messages that an earlier version wrote. */
export const messageWordQueries = {
  unindexed: statement<[rows: number], Columns<Message, 'id' | 'content'>>('messageWords/unindexed'),
  put: statement<[messages: number[], messageOfEach: number[], words: string[]], never>('messageWords/put'),
};
