import { feedReadInput, pageInput } from '@kith/contracts';
import { homeFeed, markFeedRead } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const feed = router({
  home: signedIn.input(pageInput).query(({ ctx, input }) => homeFeed(ctx.domain, ctx.actor, input)),
  /** Stores how far the caller has read the feed. */
  markRead: limited('watching')
    .input(feedReadInput)
    .mutation(({ ctx, input }) => markFeedRead(ctx.domain, ctx.actor, input)),
});
