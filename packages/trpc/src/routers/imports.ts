import * as contract from '@kith/contracts';
import { cancelImport, latestImport, readImport } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const imports = router({
  latest: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /imports',
      summary: 'Returns the caller’s newest import, or null.',
      data: contract.latestImport,
    })
    .query(({ ctx }) => latestImport(ctx.domain, ctx.actor)),
  byId: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /imports/:importId',
      summary: 'Returns the progress of one of the caller’s imports, and the skipped items with the reasons.',
      data: contract.importState,
    })
    .input(contract.importByIdInput)
    .query(({ ctx, input }) => readImport(ctx.domain, ctx.actor, input)),
  cancel: protectedProcedure
    .meta({
      scope: 'write',
      rest: 'DELETE /imports/:importId',
      summary: 'Cancels one of the caller’s imports. Posts that are already imported stay.',
      status: 204,
    })
    .input(contract.importByIdInput)
    .mutation(({ ctx, input }) => cancelImport(ctx.domain, ctx.actor, input)),
});
