import * as contract from '@kith/contracts';
import { invite, listInvitations, revokeInvitation } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const invitations = router({
  create: limited('invitations')
    .input(contract.invitationTerms)
    .mutation(({ ctx, input }) => invite(ctx.domain, ctx.actor, input)),
  list: signedIn.query(({ ctx }) => listInvitations(ctx.domain, ctx.actor)),
  revoke: signedIn
    .input(contract.invitationInput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.domain, ctx.actor, input)),
});
