import * as contract from '@kith/contracts';
import { addCloseFriend, listCloseFriends, removeCloseFriend } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const closeFriends = router({
  add: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /close-friends',
      summary: 'Adds a member to the caller’s close friends, without notifying the member. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => addCloseFriend(ctx.domain, ctx.actor, input)),
  remove: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /close-friends',
      summary: 'Removes a member from the caller’s close friends, without notifying the member. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => removeCloseFriend(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      scope: 'follows',
      rest: 'GET /close-friends',
      summary:
        'Lists the caller’s close friends, who see the caller’s posts with the audience `close`. Nobody else sees the list.',
      list: contract.userSummary,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listCloseFriends(ctx.domain, ctx.actor, input)),
});
