import * as contract from '@kith/contracts';
import { addCloseFriend, listCloseFriends, removeCloseFriend } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const closeFriends = router({
  add: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /close-friends',
      summary: 'Puts a member on the list, who is not notified; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => addCloseFriend(ctx.domain, ctx.actor, input)),
  remove: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /close-friends',
      summary: 'Takes a member off the list, who is not notified; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => removeCloseFriend(ctx.domain, ctx.actor, input)),
  list: signedIn
    .meta({
      scope: 'follows',
      rest: 'GET /close-friends',
      summary: 'The caller’s close friends, who see posts with the audience `close`; nobody else sees the list.',
      list: contract.userSummary,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listCloseFriends(ctx.domain, ctx.actor, input)),
});
