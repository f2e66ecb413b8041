import { newPasskey, type PasskeyOptions, passkeyAnswer, passkeyById, passkeyName } from '@kith/contracts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  listPasskeys,
  logInByPasskey,
  logOut,
  reauthenticateByPasskey,
  removePasskey,
  renamePasskey,
} from '@kith/domain';
import { open, router, signedIn } from '../trpc.ts';

export const passkeys = router({
  begin: signedIn.mutation(
    async ({ ctx }): Promise<PasskeyOptions> => ({ ...(await beginPasskey(ctx.domain, ctx.actor)) }),
  ),
  add: signedIn.input(newPasskey).mutation(({ ctx, input }) => addPasskey(ctx.domain, ctx.actor, input)),
  list: signedIn.query(({ ctx }) => listPasskeys(ctx.domain, ctx.actor)),
  rename: signedIn.input(passkeyName).mutation(({ ctx, input }) => renamePasskey(ctx.domain, ctx.actor, input)),
  remove: signedIn.input(passkeyById).mutation(({ ctx, input }) => removePasskey(ctx.domain, ctx.actor, input)),
  ask: open.mutation(async ({ ctx }): Promise<PasskeyOptions> => ({ ...(await beginPasskeyLogIn(ctx.domain)) })),
  enter: open.input(passkeyAnswer).mutation(async ({ ctx, input }) => {
    const { browser } = ctx;
    const { address, device, knownDevice } = browser;
    const entered = await logInByPasskey(ctx.domain, { ...input, address, device, knownDevice });
    if (ctx.session) await logOut(ctx.domain, ctx.session);
    const { token, expiresAt, user } = entered;
    browser.setSessionCookie({ token, expiresAt });
    browser.setKnownDevice(entered.knownDevice);
    browser.setChallenge(null);
    return { token, user };
  }),
  reauthenticate: signedIn
    .input(passkeyAnswer)
    .mutation(({ ctx, input }) => reauthenticateByPasskey(ctx.domain, ctx.actor, input)),
});
