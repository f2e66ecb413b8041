import * as contract from '@kith/contracts';
import { homeFeed, markFeedRead } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const feed = router({
  home: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /feed',
      summary: 'Lists the posts of the members whom the caller follows and the caller’s own, newest first.',
      list: contract.post,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => homeFeed(ctx.domain, ctx.actor, input)),
  /** Stores how far the caller has read the feed. */
  markRead: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'watching',
      rest: 'POST /feed/read',
      summary: 'Stores how far the caller has read the home feed.',
    })
    .input(contract.feedReadInput)
    .mutation(({ ctx, input }) => markFeedRead(ctx.domain, ctx.actor, input)),
});
