import * as contract from '@kith/contracts';
import { blockUser, listBlocks, listMutes, muteUser, unblockUser, unmuteUser } from '@kith/domain';
import { protectedProcedure } from '../trpc.ts';

/** Blocks and mutes, as procedures of `users`. */
export const blockProcedures = {
  block: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /blocks',
      summary: 'Blocks a member: the two no longer see each other and cannot write to each other. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => blockUser(ctx.domain, ctx.actor, input)),
  unblock: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /blocks',
      summary: 'Unblocks a member. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unblockUser(ctx.domain, ctx.actor, input)),
  blocks: protectedProcedure
    .meta({
      scope: 'follows',
      rest: 'GET /blocks',
      summary: 'Lists the members whom the caller has blocked.',
      list: contract.userSummary,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listBlocks(ctx.domain, ctx.actor, input)),
  mute: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /mutes',
      summary: 'Mutes a member: hides them from the caller’s feed, Explore and notifications. Idempotent.',
    })
    .input(contract.muteInput)
    .mutation(({ ctx, input }) => muteUser(ctx.domain, ctx.actor, input)),
  unmute: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /mutes',
      summary: 'Unmutes a member. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unmuteUser(ctx.domain, ctx.actor, input)),
  mutes: protectedProcedure
    .meta({
      scope: 'follows',
      rest: 'GET /mutes',
      summary: 'Lists the members whom the caller has muted.',
      list: contract.mutedUser,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listMutes(ctx.domain, ctx.actor, input)),
};
