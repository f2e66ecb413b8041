import * as contract from '@kith/contracts';
import { pageInput } from '@kith/contracts';
import { blockUser, listBlocks, listMutes, muteUser, unblockUser, unmuteUser } from '@kith/domain';
import { limited, signedIn } from '../trpc.ts';

/** Blocks and mutes, as procedures of `users`. */
export const blockProcedures = {
  block: limited('follows')
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => blockUser(ctx.domain, ctx.actor, input)),
  unblock: limited('follows')
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unblockUser(ctx.domain, ctx.actor, input)),
  blocks: signedIn.input(pageInput).query(({ ctx, input }) => listBlocks(ctx.domain, ctx.actor, input)),
  mute: limited('follows')
    .input(contract.muteInput)
    .mutation(({ ctx, input }) => muteUser(ctx.domain, ctx.actor, input)),
  unmute: limited('follows')
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unmuteUser(ctx.domain, ctx.actor, input)),
  mutes: signedIn.input(pageInput).query(({ ctx, input }) => listMutes(ctx.domain, ctx.actor, input)),
};
