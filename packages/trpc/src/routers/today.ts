import * as contract from '@kith/contracts';
import { readToday } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const today = router({
  read: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /today',
      summary: 'Returns what is new today for the caller: birthdays, events, who joined, polls and memories.',
      data: contract.today,
    })
    .input(contract.todayInput)
    .query(({ ctx, input }) => readToday(ctx.domain, ctx.actor, input)),
});
