import * as contract from '@kith/contracts';
import { readExport, requestExport } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const exports = router({
  state: protectedProcedure
    .meta({
      rest: 'GET /exports',
      summary: 'Returns the state of the caller’s export. Once it is ready, the archive can be downloaded at `url`.',
      data: contract.exportState,
    })
    .query(({ ctx }) => readExport(ctx.domain, ctx.actor)),
  request: protectedProcedure
    .meta({
      limit: 'exports',
      rest: 'POST /exports',
      summary: 'Requests an archive of all of the caller’s data, unless one is in progress or ready.',
      data: contract.exportState,
    })
    .mutation(({ ctx }) => requestExport(ctx.domain, ctx.actor)),
});
