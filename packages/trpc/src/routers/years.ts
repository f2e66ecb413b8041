import * as contract from '@kith/contracts';
import { readYear, requestYear } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const years = router({
  read: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /years/:year',
      summary: 'Returns the caller’s page of a year: pictures and words by month, once it is made.',
      data: contract.yearPage,
    })
    .input(contract.yearInput)
    .query(({ ctx, input }) => readYear(ctx.domain, ctx.actor, input)),
  make: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'years',
      rest: 'POST /years/:year',
      summary: 'Has the caller’s page of a year made, or made anew.',
      data: contract.yearPage,
    })
    .input(contract.makeYearInput)
    .mutation(({ ctx, input }) => requestYear(ctx.domain, ctx.actor, input)),
});
