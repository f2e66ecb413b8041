import type { ServerSecret } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that tell an operator of the server and its schema. */
export const serverQueries = {
  secret: statement<[name: string, value: string], Columns<ServerSecret, 'value'>>('server/secret'),
  facts: statement<[], { version: string; bytes: number; connections: number; most: number }>('server/facts'),
  schema: statement<[], { name: string }>('server/schema'),
};
