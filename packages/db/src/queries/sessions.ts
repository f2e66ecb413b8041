import { statement } from '../statement.ts';
import type { SessionRow } from './rows.ts';

/** Statements that read or write sessions, and the browsers an account knows. */
export const sessionQueries = {
  find: statement<[id: string], SessionRow>('sessions/find'),
  stillValid: statement<[ids: string[]], { id: string }>('sessions/stillValid'),
  start: statement<
    [
      id: string,
      member: number,
      passwordHash: string | null,
      device: string,
      expiresAt: string,
      provenAt: string | null,
      most: number,
    ],
    { ended: string[] }
  >('sessions/start'),
  remember: statement<[member: number, token: string, before: string | null, expiresAt: string, most: number], never>(
    'sessions/remember',
  ),
};
