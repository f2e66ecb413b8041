import * as contract from '@kith/contracts';
import { decideCase, listCases, listDecisions, report, undoDecision } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const reports = router({
  create: signedIn
    .meta({
      scope: 'write',
      adds: 'reports',
      rest: 'POST /reports',
      summary: 'Tells the moderators of a post, comment, message or member that the caller sees; again is harmless.',
      status: 201,
    })
    .input(contract.reportInput)
    .mutation(({ ctx, input }) => report(ctx.domain, ctx.actor, input)),
});

/** Procedures for moderators; everybody else gets the error `forbidden`. */
export const moderation = router({
  cases: signedIn
    .meta({
      rest: 'GET /moderation/reports',
      summary: 'For moderators: what waits for a decision, one case for each reported thing, oldest first.',
      list: contract.moderationCase,
    })
    .input(contract.moderationPageInput)
    .query(({ ctx, input }) => listCases(ctx.domain, ctx.actor, input)),
  log: signedIn
    .meta({
      rest: 'GET /moderation/log',
      summary: 'For moderators: what was decided and by whom, newest first.',
      list: contract.moderationEntry,
    })
    .input(contract.moderationPageInput)
    .query(({ ctx, input }) => listDecisions(ctx.domain, ctx.actor, input)),
  decide: signedIn
    .meta({
      rest: 'PATCH /moderation/reports/:caseId',
      summary: 'For moderators: decides a case; the first decision holds.',
    })
    .input(contract.decideInput)
    .mutation(({ ctx, input }) => decideCase(ctx.domain, ctx.actor, input)),
  undo: signedIn
    .meta({
      rest: 'POST /moderation/reports/:caseId/undo',
      summary: 'For moderators: takes a decision back, so that the case is open again.',
    })
    .input(contract.undoInput)
    .mutation(({ ctx, input }) => undoDecision(ctx.domain, ctx.actor, input)),
});
