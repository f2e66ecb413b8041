import type { Session, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

export type SessionRow = Columns<Session, 'id' | 'user' | 'lastSeenAt' | 'reauthenticatedAt'> &
  Columns<User, 'userName' | 'disabledAt' | 'deletedAt' | 'emailConfirmed'> & { seconds_left: number };

export const sessionQueries = {
  find: statement<[id: string], SessionRow>('sessions/find'),
  ended: statement<[ids: string[]], Columns<Session, 'id'>>('sessions/ended'),
  start: statement<
    [
      id: string,
      user: number,
      passwordHash: string | null,
      device: string,
      expiresAt: string,
      provenAt: string | null,
      max: number,
      secondFactor: boolean,
      byPasskey: boolean,
    ],
    { ended: Session['id'][] }
  >('sessions/start'),
  remember: statement<[user: number, token: string, before: string | null, expiresAt: string, max: number], never>(
    'sessions/remember',
  ),
  endAll: statement<[user: number], never>('sessions/endAll'),
  endOthers: statement<[user: number, kept: Session['id'], access: boolean], Columns<Session, 'id'>>(
    'sessions/endOthers',
  ),
};
