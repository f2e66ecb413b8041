import * as contract from '@kith/contracts';
import { enableWebhook, listWebhooks, makeWebhook, removeWebhook, testWebhook } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const webhooks = router({
  create: signedIn
    .meta({
      limit: 'webhooks',
      rest: 'POST /webhooks',
      summary:
        'Makes a webhook; only this response contains its secret. Needs a re-authentication within the last five minutes.',
      data: contract.madeWebhook,
      status: 201,
    })
    .input(contract.webhookInput)
    .mutation(({ ctx, input }) => makeWebhook(ctx.domain, ctx.actor, input)),
  list: signedIn
    .meta({
      rest: 'GET /webhooks',
      summary: 'The caller’s webhooks, each with what was last sent to it.',
      list: contract.webhook,
    })
    .query(({ ctx }) => listWebhooks(ctx.domain, ctx.actor)),
  remove: signedIn
    .meta({ rest: 'DELETE /webhooks/:webhookId', summary: 'Deletes a webhook with what waits for it.', status: 204 })
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => removeWebhook(ctx.domain, ctx.actor, input)),
  enable: signedIn
    .meta({
      limit: 'webhooks',
      rest: 'POST /webhooks/:webhookId/enable',
      summary: 'Switches on again what was switched off because its address failed; again is harmless.',
      data: contract.webhook,
    })
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => enableWebhook(ctx.domain, ctx.actor, input)),
  test: signedIn
    .meta({ limit: 'webhooks', rest: 'POST /webhooks/:webhookId/test', summary: 'Sends the event `webhook.test`.' })
    .input(contract.webhookById)
    .mutation(({ ctx, input }) => testWebhook(ctx.domain, ctx.actor, input)),
});
