import * as contract from '@kith/contracts';
import { blockUser, listBlocks, listMutes, muteUser, unblockUser, unmuteUser } from '@kith/domain';
import { signedIn } from '../trpc.ts';

/** Blocks and mutes, as procedures of `users`. */
export const blockProcedures = {
  block: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /blocks',
      summary: 'Neither of the two sees or reaches the other; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => blockUser(ctx.domain, ctx.actor, input)),
  unblock: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /blocks',
      summary: 'Lifts the caller’s block; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unblockUser(ctx.domain, ctx.actor, input)),
  blocks: signedIn
    .meta({
      scope: 'follows',
      rest: 'GET /blocks',
      summary: 'Whom the caller has blocked.',
      list: contract.userSummary,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listBlocks(ctx.domain, ctx.actor, input)),
  mute: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /mutes',
      summary: 'Keeps somebody from the caller’s feed, explore and notifications; again is harmless.',
    })
    .input(contract.muteInput)
    .mutation(({ ctx, input }) => muteUser(ctx.domain, ctx.actor, input)),
  unmute: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /mutes',
      summary: 'Lifts the caller’s mute; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unmuteUser(ctx.domain, ctx.actor, input)),
  mutes: signedIn
    .meta({ scope: 'follows', rest: 'GET /mutes', summary: 'Whom the caller has muted.', list: contract.mutedUser })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listMutes(ctx.domain, ctx.actor, input)),
};
