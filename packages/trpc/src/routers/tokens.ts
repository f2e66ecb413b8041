import * as contract from '@kith/contracts';
import { listTokens, makeToken, revokeToken } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const tokens = router({
  create: signedIn
    .meta({
      limit: 'tokens',
      rest: 'POST /tokens',
      summary:
        'Makes a token, which only this response contains; needs a re-authentication within the last five minutes.',
      data: contract.madeToken,
      status: 201,
    })
    .input(contract.tokenTerms)
    .mutation(({ ctx, input }) => makeToken(ctx.domain, ctx.actor, input)),
  list: signedIn
    .meta({ rest: 'GET /tokens', summary: 'The caller’s tokens, newest first.', list: contract.token })
    .query(({ ctx }) => listTokens(ctx.domain, ctx.actor)),
  revoke: signedIn
    .meta({ rest: 'DELETE /tokens/:tokenId', summary: 'Revokes a token; its calls and streams end.', status: 204 })
    .input(contract.tokenByIdInput)
    .mutation(({ ctx, input }) => revokeToken(ctx.domain, ctx.actor, input)),
});
