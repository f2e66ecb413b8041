import { watchInput } from '@kith/contracts';
import { limited, router } from '../trpc.ts';

export const live = router({
  /** Replaces the subscriptions of the caller's stream: the posts on screen, and optionally the ranking. */
  watch: limited('watching')
    .input(watchInput)
    .mutation(({ ctx, input }) => ctx.browser.watch(ctx.actor, input)),
});
