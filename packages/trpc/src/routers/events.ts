import * as contract from '@kith/contracts';
import {
  answerEvent,
  listEvents,
  listGuests,
  readCalendarFeed,
  removeCalendarFeed,
  renewCalendarFeed,
} from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const events = router({
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /events',
      summary: 'Lists the posts whose events run or are to come, soonest first, with those that are called off.',
      list: contract.post,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listEvents(ctx.domain, ctx.actor, input)),
  answer: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'PUT /posts/:postId/answer',
      summary: 'Answers whether the caller comes to an event; null withdraws the answer. Idempotent.',
      data: contract.post,
    })
    .input(contract.answerInput)
    .mutation(({ ctx, input }) => answerEvent(ctx.domain, ctx.actor, input)),
  answers: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts/:postId/answers',
      summary: 'Lists the members who have answered an event, or gave one answer, last answer first.',
      list: contract.eventGuest,
    })
    .input(contract.answersInput)
    .query(({ ctx, input }) => listGuests(ctx.domain, ctx.actor, input)),
});

export const calendar = router({
  state: protectedProcedure
    .meta({
      rest: 'GET /calendar',
      summary: 'Returns when the address of the caller’s calendar feed was made; null without one.',
      data: contract.calendarFeed,
    })
    .query(({ ctx }) => readCalendarFeed(ctx.domain, ctx.actor)),
  renew: protectedProcedure
    .meta({
      limit: 'tokens',
      rest: 'POST /calendar',
      summary:
        'Makes the address of the caller’s calendar feed, in place of an earlier one. Only this response contains it. Needs a re-authentication within the last five minutes.',
      data: contract.calendarAddress,
      status: 201,
    })
    .mutation(({ ctx }) => renewCalendarFeed(ctx.domain, ctx.actor)),
  remove: protectedProcedure
    .meta({ rest: 'DELETE /calendar', summary: 'Switches the caller’s calendar feed off. Idempotent.', status: 204 })
    .mutation(({ ctx }) => removeCalendarFeed(ctx.domain, ctx.actor)),
});
