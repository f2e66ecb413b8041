import { importByIdInput } from '@kith/contracts';
import { cancelImport, latestImport, readImport } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const imports = router({
  latest: signedIn.query(({ ctx }) => latestImport(ctx.domain, ctx.actor)),
  byId: signedIn.input(importByIdInput).query(({ ctx, input }) => readImport(ctx.domain, ctx.actor, input)),
  cancel: signedIn.input(importByIdInput).mutation(({ ctx, input }) => cancelImport(ctx.domain, ctx.actor, input)),
});
