import * as contract from '@kith/contracts';
import { readPushKey, subscribeDevice, unsubscribeDevice } from '@kith/domain';
import { signedIn } from '../trpc.ts';

/** Push devices, as procedures of `notifications`. */
export const pushProcedures = {
  pushKey: signedIn
    .meta({
      rest: 'GET /push/key',
      summary: 'The public key that a browser subscribes to pushes with.',
      data: contract.pushKey,
    })
    .query(({ ctx }) => readPushKey(ctx.domain)),
  subscribe: signedIn
    .meta({
      limit: 'profile',
      rest: 'POST /push/subscriptions',
      summary: 'Sends pushes to this device, until its session ends.',
    })
    .input(contract.pushSubscriptionInput)
    .mutation(({ ctx, input }) => subscribeDevice(ctx.domain, ctx.actor, input)),
  unsubscribe: signedIn
    .meta({ rest: 'DELETE /push/subscriptions', summary: 'Sends this device no more pushes.' })
    .mutation(({ ctx }) => unsubscribeDevice(ctx.domain, ctx.actor)),
};
