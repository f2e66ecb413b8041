import type { Invitation } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** A sign-up takes one use of an invitation in its own statement, by the fragment `joining` of shared.sql. */
export const invitationQueries = {
  usable: statement<[codeHash: string], Columns<Invitation, 'id'>>('invitations/usable'),
};
