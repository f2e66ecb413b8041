import * as contract from '@kith/contracts';
import { readServer } from '@kith/domain';
import { publicProcedure, router } from '../trpc.ts';

export const server = router({
  get: publicProcedure
    .meta({
      scope: 'read',
      rest: 'GET /server',
      summary:
        'Returns the server’s name, rules and picture, and who may join. Members also see its hosts, and hosts its version.',
      data: contract.serverView,
    })
    .query(({ ctx }) => readServer(ctx.domain, ctx.session)),
});
