import * as contract from '@kith/contracts';
import { invite, listInvitations, listJoined, revokeInvitation } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const invitations = router({
  create: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'invitations',
      rest: 'POST /invitations',
      summary: 'Creates an invitation, if members may invite. Only this response contains the code.',
      data: contract.createdInvitation,
      status: 201,
    })
    .input(contract.createInvitationInput)
    .mutation(({ ctx, input }) => invite(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /invitations',
      summary: 'Lists the caller’s open invitations, newest first.',
      list: contract.invitation,
    })
    .query(({ ctx }) => listInvitations(ctx.domain, ctx.actor)),
  joined: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /invitations/joined',
      summary: 'Lists the members who joined with an invitation of the caller, newest first.',
      list: contract.userListItem,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listJoined(ctx.domain, ctx.actor, input)),
  revoke: protectedProcedure
    .meta({
      scope: 'write',
      rest: 'DELETE /invitations/:code',
      summary: 'Revokes one of the caller’s invitations, by its code or its `invitationId`.',
    })
    .input(contract.invitationInput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.domain, ctx.actor, input)),
});
