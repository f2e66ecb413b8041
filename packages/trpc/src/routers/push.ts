import * as contract from '@kith/contracts';
import { readPushKey, subscribeDevice, unsubscribeDevice } from '@kith/domain';
import { limited, signedIn } from '../trpc.ts';

/** Push devices, as procedures of `notifications`. */
export const pushProcedures = {
  pushKey: signedIn.query(({ ctx }) => readPushKey(ctx.domain)),
  subscribe: limited('profile')
    .input(contract.pushSubscriptionInput)
    .mutation(({ ctx, input }) => subscribeDevice(ctx.domain, ctx.actor, input)),
  unsubscribe: signedIn.mutation(({ ctx }) => unsubscribeDevice(ctx.domain, ctx.actor)),
};
