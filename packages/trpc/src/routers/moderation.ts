import * as contract from '@kith/contracts';
import { decideCase, listCases, listDecisions, report, undoDecision } from '@kith/domain';
import { adding, router, signedIn } from '../trpc.ts';

export const reports = router({
  create: adding('reports')
    .input(contract.reportInput)
    .mutation(({ ctx, input }) => report(ctx.domain, ctx.actor, input)),
});

/** Procedures for moderators; everybody else gets the error `forbidden`. */
export const moderation = router({
  cases: signedIn
    .input(contract.moderationPageInput)
    .query(({ ctx, input }) => listCases(ctx.domain, ctx.actor, input)),
  log: signedIn
    .input(contract.moderationPageInput)
    .query(({ ctx, input }) => listDecisions(ctx.domain, ctx.actor, input)),
  decide: signedIn.input(contract.decideInput).mutation(({ ctx, input }) => decideCase(ctx.domain, ctx.actor, input)),
  undo: signedIn.input(contract.undoInput).mutation(({ ctx, input }) => undoDecision(ctx.domain, ctx.actor, input)),
});
