import type { Invitation, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

export type InvitationRow = Columns<Invitation, 'id' | 'uses' | 'usesLeft' | 'createdAt' | 'expiresAt'>;

/**
 * Statements about invitations. A sign-up takes one use of an invitation in its own statement, by the fragment `joining` of
 * shared.sql.
 */
export const invitationQueries = {
  lockInviter: statement<[inviter: number], Columns<User, 'id'>>('invitations/lockInviter'),
  add: statement<
    [inviter: number | null, codeHash: string, uses: number, expiresAt: string, max: number],
    InvitationRow
  >('invitations/add'),
  usable: statement<[codeHash: string], Columns<Invitation, 'id'>>('invitations/usable'),
  open: statement<[inviter: number | null], InvitationRow & { inviter_name: string | null }>('invitations/open'),
  revoke: statement<[inviter: number | null, id: number | null, codeHash: string | null], Columns<Invitation, 'id'>>(
    'invitations/revoke',
  ),
};
