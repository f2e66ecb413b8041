import type { Token, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

export type TokenRow = Columns<Token, 'id' | 'name' | 'scopes' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

/** Statements about access tokens. The statement `ended` of sessions.sql finds those that are no longer valid. */
export const tokenQueries = {
  find: statement<
    [tokenHash: string],
    Columns<Token, 'id' | 'user' | 'scopes' | 'expiresAt'> & Columns<User, 'emailConfirmed'> & { unnoted: boolean }
  >('tokens/find'),
  noteUsed: statement<[id: number], never>('tokens/noteUsed'),
  lockOwner: statement<[user: number], Columns<User, 'id'>>('tokens/lockOwner'),
  add: statement<
    [user: number, tokenHash: string, name: string, scopes: string[], expiresAt: string | null, max: number],
    TokenRow
  >('tokens/add'),
  list: statement<[user: number], TokenRow>('tokens/list'),
  revoke: statement<[user: number, id: number], Columns<Token, 'tokenHash'>>('tokens/revoke'),
};
