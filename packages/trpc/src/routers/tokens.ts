import { tokenByIdInput, tokenTerms } from '@kith/contracts';
import { listTokens, makeToken, revokeToken } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const tokens = router({
  create: limited('tokens')
    .input(tokenTerms)
    .mutation(({ ctx, input }) => makeToken(ctx.domain, ctx.actor, input)),
  list: signedIn.query(({ ctx }) => listTokens(ctx.domain, ctx.actor)),
  revoke: signedIn.input(tokenByIdInput).mutation(({ ctx, input }) => revokeToken(ctx.domain, ctx.actor, input)),
});
