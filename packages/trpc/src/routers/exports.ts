import { readExport, requestExport } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const exports = router({
  state: signedIn.query(({ ctx }) => readExport(ctx.domain, ctx.actor)),
  request: limited('exports').mutation(({ ctx }) => requestExport(ctx.domain, ctx.actor)),
});
