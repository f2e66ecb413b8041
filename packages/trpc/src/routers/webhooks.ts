import * as contract from '@kith/contracts';
import { createWebhook, enableWebhook, listWebhooks, removeWebhook, testWebhook } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const webhooks = router({
  create: protectedProcedure
    .meta({
      limit: 'webhooks',
      rest: 'POST /webhooks',
      summary:
        'Creates a webhook. Only this response contains its secret. Needs a re-authentication within the last five minutes.',
      data: contract.createdWebhook,
      status: 201,
    })
    .input(contract.webhookInput)
    .mutation(({ ctx, input }) => createWebhook(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      rest: 'GET /webhooks',
      summary: 'Lists the caller’s webhooks, each with its latest deliveries.',
      list: contract.webhook,
    })
    .query(({ ctx }) => listWebhooks(ctx.domain, ctx.actor)),
  remove: protectedProcedure
    .meta({
      rest: 'DELETE /webhooks/:webhookId',
      summary: 'Deletes a webhook with its pending deliveries.',
      status: 204,
    })
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => removeWebhook(ctx.domain, ctx.actor, input)),
  enable: protectedProcedure
    .meta({
      limit: 'webhooks',
      rest: 'POST /webhooks/:webhookId/enable',
      summary: 'Switches a webhook on again that was switched off because its deliveries failed. Idempotent.',
      data: contract.webhook,
    })
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => enableWebhook(ctx.domain, ctx.actor, input)),
  test: protectedProcedure
    .meta({
      limit: 'webhooks',
      rest: 'POST /webhooks/:webhookId/test',
      summary: 'Sends the event `webhook.test` to a webhook.',
    })
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => testWebhook(ctx.domain, ctx.actor, input)),
});
