import { statement } from '../statement.ts';
import type { SessionRow } from './rows.ts';

/** Statements that read sessions. */
export const sessionQueries = {
  find: statement<[id: string], SessionRow>('sessions/find'),
  stillValid: statement<[ids: string[]], { id: string }>('sessions/stillValid'),
};
