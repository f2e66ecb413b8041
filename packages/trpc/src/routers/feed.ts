import { homeFeed } from '@kith/domain';
import { pageInput } from '../contracts/common.ts';
import { router, signedIn } from '../trpc.ts';

export const feed = router({
  home: signedIn.input(pageInput).query(({ ctx, input }) => homeFeed(ctx.domain, ctx.actor, input)),
});
