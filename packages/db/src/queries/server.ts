import type { ServerSecret } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements about the server and its schema, for operators. */
export const serverQueries = {
  secret: statement<[name: string, value: string], Columns<ServerSecret, 'value'>>('server/secret'),
  facts: statement<[], { version: string; bytes: number; connections: number; max_connections: number }>(
    'server/facts',
  ),
  timeIn: statement<[seconds: number], { at: string }>('server/timeIn'),
  schema: statement<[], { name: string }>('server/schema'),
};
