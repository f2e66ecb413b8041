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
import { protectedProcedure, publicProcedure, router } from '../trpc.ts';

export const passkeys = router({
  begin: protectedProcedure
    .meta({
      rest: 'POST /auth/passkeys/options',
      summary:
        'Returns the options with which a browser creates a passkey. Needs a re-authentication within the last five minutes.',
      data: contract.passkeyOptions,
    })
    .mutation(
      async ({ ctx }): Promise<contract.PasskeyOptions> => ({ ...(await beginPasskey(ctx.domain, ctx.actor)) }),
    ),
  add: protectedProcedure
    .meta({ rest: 'POST /auth/passkeys', summary: 'Stores a new passkey.', data: contract.passkey, status: 201 })
    .input(contract.newPasskey)
    .mutation(({ ctx, input }) => addPasskey(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({ rest: 'GET /auth/passkeys', summary: 'Lists the caller’s passkeys, newest first.', list: contract.passkey })
    .query(({ ctx }) => listPasskeys(ctx.domain, ctx.actor)),
  rename: protectedProcedure
    .meta({ rest: 'PATCH /auth/passkeys/:passkeyId', summary: 'Renames a passkey.', data: contract.passkey })
    .input(contract.passkeyName)
    .mutation(({ ctx, input }) => renamePasskey(ctx.domain, ctx.actor, input)),
  remove: protectedProcedure
    .meta({
      rest: 'DELETE /auth/passkeys/:passkeyId',
      summary: 'Deletes a passkey. Needs a re-authentication within the last five minutes.',
      status: 204,
    })
    .input(contract.passkeyById)
    .mutation(({ ctx, input }) => removePasskey(ctx.domain, ctx.actor, input)),
  ask: publicProcedure
    .meta({
      rest: 'POST /auth/passkeys/login/options',
      writesLittle: true,
      summary: 'Returns the options with which a browser logs in by passkey. They are the same for everybody.',
      data: contract.passkeyOptions,
    })
    .mutation(async ({ ctx }): Promise<contract.PasskeyOptions> => ({ ...(await beginPasskeyLogIn(ctx.domain)) })),
  enter: publicProcedure
    .meta({
      rest: 'POST /auth/passkeys/login',
      writesLittle: true,
      summary:
        'Logs in by passkey, in place of the password and of a second factor. The response is that of the log-in. Sets the session cookie.',
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
  reauthenticate: protectedProcedure
    .meta({
      rest: 'POST /auth/passkeys/reauthenticate',
      summary: 'Re-authenticates the caller by passkey, with the options of a log-in.',
    })
    .input(contract.passkeyAnswer)
    .mutation(({ ctx, input }) => reauthenticateByPasskey(ctx.domain, ctx.actor, input)),
});
