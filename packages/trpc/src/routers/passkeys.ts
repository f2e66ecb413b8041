import * as contract from '@kith/contracts';
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
  begin: signedIn
    .meta({
      rest: 'POST /auth/passkeys/options',
      summary: 'Options for a new passkey; needs a re-authentication within the last five minutes.',
      data: contract.passkeyOptions,
    })
    .mutation(
      async ({ ctx }): Promise<contract.PasskeyOptions> => ({ ...(await beginPasskey(ctx.domain, ctx.actor)) }),
    ),
  add: signedIn
    .meta({ rest: 'POST /auth/passkeys', summary: 'Stores a new passkey.', data: contract.passkey, status: 201 })
    .input(contract.newPasskey)
    .mutation(({ ctx, input }) => addPasskey(ctx.domain, ctx.actor, input)),
  list: signedIn
    .meta({ rest: 'GET /auth/passkeys', summary: 'The caller’s passkeys, newest first.', list: contract.passkey })
    .query(({ ctx }) => listPasskeys(ctx.domain, ctx.actor)),
  rename: signedIn
    .meta({ rest: 'PATCH /auth/passkeys/:passkeyId', summary: 'Names a passkey.', data: contract.passkey })
    .input(contract.passkeyName)
    .mutation(({ ctx, input }) => renamePasskey(ctx.domain, ctx.actor, input)),
  remove: signedIn
    .meta({
      rest: 'DELETE /auth/passkeys/:passkeyId',
      summary: 'Removes a passkey; needs a re-authentication within the last five minutes.',
      status: 204,
    })
    .input(contract.passkeyById)
    .mutation(({ ctx, input }) => removePasskey(ctx.domain, ctx.actor, input)),
  ask: open
    .meta({
      rest: 'POST /auth/passkeys/login/options',
      summary: 'Options to log in by a passkey; the same for everybody.',
      data: contract.passkeyOptions,
    })
    .mutation(async ({ ctx }): Promise<contract.PasskeyOptions> => ({ ...(await beginPasskeyLogIn(ctx.domain)) })),
  enter: open
    .meta({
      rest: 'POST /auth/passkeys/login',
      summary:
        'Logs in by a passkey, alone or in place of a second factor; answers what the log-in answers, and sets the cookie.',
      data: contract.loginOutput,
    })
    .input(contract.passkeyAnswer)
    .mutation(async ({ ctx, input }) => {
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
    .meta({
      rest: 'POST /auth/passkeys/reauthenticate',
      summary: 'Proves again who the caller is, by one of their passkeys and the options of a log-in.',
    })
    .input(contract.passkeyAnswer)
    .mutation(({ ctx, input }) => reauthenticateByPasskey(ctx.domain, ctx.actor, input)),
});
