import { pageInput, userByIdInput } from '@kith/contracts';
import { addCloseFriend, listCloseFriends, removeCloseFriend } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const closeFriends = router({
  add: limited('follows')
    .input(userByIdInput)
    .mutation(({ ctx, input }) => addCloseFriend(ctx.domain, ctx.actor, input)),
  remove: limited('follows')
    .input(userByIdInput)
    .mutation(({ ctx, input }) => removeCloseFriend(ctx.domain, ctx.actor, input)),
  list: signedIn.input(pageInput).query(({ ctx, input }) => listCloseFriends(ctx.domain, ctx.actor, input)),
});
