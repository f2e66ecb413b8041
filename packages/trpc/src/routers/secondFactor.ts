import * as contract from '@kith/contracts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  logInBySecondFactor,
  logOut,
  Refusal,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@kith/domain';
import { protectedProcedure, publicProcedure, router } from '../trpc.ts';

export const secondFactor = router({
  enter: publicProcedure
    .meta({
      rest: 'POST /auth/login/second-factor',
      writesLittle: true,
      summary:
        'Completes a log-in that was refused with `second-factor-required`. The response is that of the log-in. Sets the session cookie.',
      data: contract.loginOutput,
    })
    .input(contract.secondFactorLogIn)
    .mutation(async ({ ctx, input }) => {
      const { browser } = ctx;
      const { device, knownDevice } = browser;
      const challenge = input.challenge ?? browser.challenge;
      if (challenge === null) throw new Refusal('expired-challenge');
      const entered = await logInBySecondFactor(ctx.domain, { challenge, code: input.code, device, knownDevice });
      if (ctx.session) await logOut(ctx.domain, ctx.session);
      const { token, expiresAt, user } = entered;
      browser.setSessionCookie({ token, expiresAt });
      browser.setKnownDevice(entered.knownDevice);
      browser.setChallenge(null);
      return { token, user };
    }),
  state: protectedProcedure
    .meta({
      rest: 'GET /auth/second-factor',
      summary: 'Returns whether the caller has a second factor, and whether this server requires one.',
      data: contract.secondFactorState,
    })
    .query(({ ctx }) => readSecondFactor(ctx.domain, ctx.actor)),
  begin: protectedProcedure
    .meta({
      rest: 'POST /auth/second-factor',
      summary: 'Creates a secret for an authenticator app. Needs a re-authentication within the last five minutes.',
      data: contract.secondFactorSetUp,
      status: 201,
    })
    .mutation(({ ctx }) => beginSecondFactor(ctx.domain, ctx.actor)),
  confirm: protectedProcedure
    .meta({
      rest: 'POST /auth/second-factor/confirm',
      summary:
        'Switches the second factor on with a code from the app. Returns ten recovery codes, which only this response contains.',
      data: contract.recoveryCodes,
    })
    .input(contract.secondFactorCode)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.domain, ctx.actor, input)),
  renewCodes: protectedProcedure
    .meta({
      rest: 'POST /auth/second-factor/recovery-codes',
      summary: 'Replaces the recovery codes by ten new ones. Needs a re-authentication within the last five minutes.',
      data: contract.recoveryCodes,
      status: 201,
    })
    .mutation(({ ctx }) => renewRecoveryCodes(ctx.domain, ctx.actor)),
  remove: protectedProcedure
    .meta({
      rest: 'DELETE /auth/second-factor',
      summary: 'Switches the second factor off. Needs a re-authentication within the last five minutes.',
      status: 204,
    })
    .mutation(({ ctx }) => removeSecondFactor(ctx.domain, ctx.actor)),
});
