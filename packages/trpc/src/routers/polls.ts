import * as contract from '@kith/contracts';
import { closePoll, listVoters, vote } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const polls = router({
  vote: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'reactions',
      rest: 'PUT /polls/:pollId/vote',
      summary:
        'Votes in a poll, or changes the vote; an empty list takes it back. 409 `closed` once the poll is closed.',
      data: contract.poll,
    })
    .input(contract.voteInput)
    .mutation(({ ctx, input }) => vote(ctx.domain, ctx.actor, input)),
  close: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'reactions',
      rest: 'PUT /polls/:pollId/close',
      summary: 'Closes the caller’s poll. Idempotent.',
      data: contract.poll,
    })
    .input(contract.pollByIdInput)
    .mutation(({ ctx, input }) => closePoll(ctx.domain, ctx.actor, input)),
  voters: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /polls/:pollId/votes',
      summary:
        'Lists who has voted what in a poll with `named`; 404 for any other poll, and until the caller has voted or it is closed.',
      list: contract.pollVoter,
    })
    .input(contract.pollVotersInput)
    .query(({ ctx, input }) => listVoters(ctx.domain, ctx.actor, input)),
});
