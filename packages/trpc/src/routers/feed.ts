import { pageInput } from '@kith/contracts';
import { homeFeed } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const feed = router({
  home: signedIn.input(pageInput).query(({ ctx, input }) => homeFeed(ctx.domain, ctx.actor, input)),
});
