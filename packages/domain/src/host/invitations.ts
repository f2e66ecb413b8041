import type { HostInvitation, Page } from '@kith/contracts';
import { Invitation } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, maxId, type PageInput, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { invitationView, isOpen } from '../invitations.ts';
import { summaryOfUser } from '../users/userView.ts';
import { appendToLog, type HostOrOperator, requireHost, withHostsLock } from './hosts.ts';

/** The maximum number of invitations that the command line lists. */
const maxListed = 500;

/** The next open invitations of all members and operators with ids below `before`, newest first. */
async function readOpen(ctx: Context, before: number, rows: number): Promise<HostInvitation[]> {
  const found = await ctx.db.em().find(
    Invitation,
    // The data of a deleted member are erased later.
    { ...isOpen(), id: { $lt: before }, $or: [{ inviter: null }, { inviter: { deletedAt: null } }] },
    { populate: ['inviter'], orderBy: { id: 'desc' }, limit: rows },
  );
  return found.map((invitation) => ({
    ...invitationView(invitation),
    inviter: invitation.inviter ? summaryOfUser(ctx.settings, invitation.inviter) : null,
  }));
}

/** The open invitations of all, newest first, without their codes. Throws `forbidden`. */
export async function listHostInvitations(ctx: Context, actor: Actor, input: PageInput): Promise<Page<HostInvitation>> {
  await requireHost(ctx, actor);
  const invitations = await readOpen(ctx, idCursor(input.cursor), input.limit + 1);
  return toPage(
    invitations,
    input.limit,
    (invitation) => invitation,
    ({ invitationId }) => [invitationId],
  );
}

/** The newest open invitations of all, for operators. */
export const listAllInvitations = (ctx: Context): Promise<HostInvitation[]> => readOpen(ctx, maxId, maxListed);

/** Revokes any open invitation, by a host or an operator, and writes that into the log. Throws `forbidden`, `not-found`. */
export const revokeAnyInvitation = (
  ctx: Context,
  by: HostOrOperator,
  { invitationId }: { invitationId: number },
): Promise<void> =>
  withHostsLock(ctx, by, async (tx) => {
    const open = { id: invitationId, ...isOpen() };
    const invitation = await tx.em().findOne(Invitation, open, { disableIdentityMap: true });
    if (!invitation || (await tx.em().nativeDelete(Invitation, open)) === 0) throw new Refusal('not-found');
    const memberId = invitation.inviter?.id ?? null;
    await appendToLog(tx, by, { action: 'invitation-revoked', memberId, details: `#${invitationId}` });
  });
