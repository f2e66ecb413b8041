import { webhookById, webhookInput } from '@kith/contracts';
import { enableWebhook, listWebhooks, makeWebhook, removeWebhook, testWebhook } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const webhooks = router({
  create: limited('webhooks')
    .input(webhookInput)
    .mutation(({ ctx, input }) => makeWebhook(ctx.domain, ctx.actor, input)),
  list: signedIn.query(({ ctx }) => listWebhooks(ctx.domain, ctx.actor)),
  remove: signedIn.input(webhookById).mutation(({ ctx, input }) => removeWebhook(ctx.domain, ctx.actor, input)),
  enable: limited('webhooks')
    .input(webhookById)
    .mutation(({ ctx, input }) => enableWebhook(ctx.domain, ctx.actor, input)),
  test: limited('webhooks')
    .input(webhookById)
    .mutation(({ ctx, input }) => testWebhook(ctx.domain, ctx.actor, input)),
});
