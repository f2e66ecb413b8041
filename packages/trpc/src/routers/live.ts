import * as contract from '@kith/contracts';
import { protectedProcedure, router } from '../trpc.ts';

export const live = router({
  /** Replaces the subscriptions of the caller's stream: the posts on screen, and optionally the ranking. */
  watch: protectedProcedure
    .meta({
      scope: 'read',
      limit: 'watching',
      rest: 'POST /stream/watching',
      summary:
        'Replaces the subscriptions of one of the caller’s streams: likes and comments of these posts, and new rankings.',
    })
    .input(contract.watchInput)
    .mutation(({ ctx, input }) => ctx.browser.watch(ctx.actor, input)),
});
