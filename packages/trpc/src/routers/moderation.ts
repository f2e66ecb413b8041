import * as contract from '@kith/contracts';
import { createReport, decideCase, listCases, listDecisions, undoDecision } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const reports = router({
  create: protectedProcedure
    .meta({
      scope: 'write',
      createLimit: 'reports',
      rest: 'POST /reports',
      summary: 'Reports a post, comment, message or member to the moderators. Idempotent.',
      status: 201,
    })
    .input(contract.reportInput)
    .mutation(({ ctx, input }) => createReport(ctx.domain, ctx.actor, input)),
});

/** Procedures for moderators; everybody else gets the error `forbidden`. */
export const moderation = router({
  cases: protectedProcedure
    .meta({
      rest: 'GET /moderation/reports',
      summary: 'For moderators: lists the open cases, one for each reported thing, oldest first.',
      list: contract.moderationCase,
    })
    .input(contract.moderationPageInput)
    .query(({ ctx, input }) => listCases(ctx.domain, ctx.actor, input)),
  log: protectedProcedure
    .meta({
      rest: 'GET /moderation/log',
      summary: 'For moderators: lists the decisions and who made them, newest first.',
      list: contract.moderationEntry,
    })
    .input(contract.moderationPageInput)
    .query(({ ctx, input }) => listDecisions(ctx.domain, ctx.actor, input)),
  decide: protectedProcedure
    .meta({
      rest: 'PATCH /moderation/reports/:caseId',
      summary: 'For moderators: decides a case. The first decision wins.',
    })
    .input(contract.decideInput)
    .mutation(({ ctx, input }) => decideCase(ctx.domain, ctx.actor, input)),
  undo: protectedProcedure
    .meta({
      rest: 'POST /moderation/reports/:caseId/undo',
      summary: 'For moderators: reverses a decision, which reopens the case.',
    })
    .input(contract.undoInput)
    .mutation(({ ctx, input }) => undoDecision(ctx.domain, ctx.actor, input)),
});
