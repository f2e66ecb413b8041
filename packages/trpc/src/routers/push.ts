import * as contract from '@kith/contracts';
import { readPushKey, subscribeDevice, unsubscribeDevice } from '@kith/domain';
import { protectedProcedure } from '../trpc.ts';

/** Push devices, as procedures of `notifications`. */
export const pushProcedures = {
  pushKey: protectedProcedure
    .meta({
      rest: 'GET /push/key',
      summary: 'Returns the public key with which a browser subscribes to pushes.',
      data: contract.pushKey,
    })
    .query(({ ctx }) => readPushKey(ctx.domain)),
  subscribe: protectedProcedure
    .meta({
      limit: 'profile',
      rest: 'POST /push/subscriptions',
      summary: 'Subscribes this device to pushes until its session ends. Idempotent.',
    })
    .input(contract.pushSubscriptionInput)
    .mutation(({ ctx, input }) => subscribeDevice(ctx.domain, ctx.actor, input)),
  unsubscribe: protectedProcedure
    .meta({ rest: 'DELETE /push/subscriptions', summary: 'Unsubscribes this device from pushes. Idempotent.' })
    .mutation(({ ctx }) => unsubscribeDevice(ctx.domain, ctx.actor)),
};
