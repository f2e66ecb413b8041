import * as contract from '@kith/contracts';
import { readExport, requestExport } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const exports = router({
  state: signedIn
    .meta({
      rest: 'GET /exports',
      summary: 'Where the caller’s archive is; once ready it is fetched at `url`.',
      data: contract.exportState,
    })
    .query(({ ctx }) => readExport(ctx.domain, ctx.actor)),
  request: signedIn
    .meta({
      limit: 'exports',
      rest: 'POST /exports',
      summary: 'Asks for an archive of everything of the caller, unless one is being made or waits to be fetched.',
      data: contract.exportState,
    })
    .mutation(({ ctx }) => requestExport(ctx.domain, ctx.actor)),
});
