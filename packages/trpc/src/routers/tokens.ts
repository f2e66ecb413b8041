import * as contract from '@kith/contracts';
import { createToken, listTokens, revokeToken } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const tokens = router({
  create: protectedProcedure
    .meta({
      limit: 'tokens',
      rest: 'POST /tokens',
      summary:
        'Creates an access token. Only this response contains it. Needs a re-authentication within the last five minutes.',
      data: contract.createdToken,
      status: 201,
    })
    .input(contract.createTokenInput)
    .mutation(({ ctx, input }) => createToken(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({ rest: 'GET /tokens', summary: 'Lists the caller’s access tokens, newest first.', list: contract.token })
    .query(({ ctx }) => listTokens(ctx.domain, ctx.actor)),
  revoke: protectedProcedure
    .meta({
      rest: 'DELETE /tokens/:tokenId',
      summary: 'Revokes an access token, and ends the event streams that use it.',
      status: 204,
    })
    .input(contract.tokenByIdInput)
    .mutation(({ ctx, input }) => revokeToken(ctx.domain, ctx.actor, input)),
});
