import type { Token, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements of every call with an access token. The statement `ended` of sessions.sql finds tokens that are no longer valid. */
export const tokenQueries = {
  find: statement<
    [tokenHash: string],
    Columns<Token, 'id' | 'user' | 'scopes' | 'expiresAt'> & Columns<User, 'emailConfirmed'> & { unnoted: boolean }
  >('tokens/find'),
};
