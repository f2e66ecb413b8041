import { secondFactorCode, secondFactorLogIn } from '@kith/contracts';
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
import { open, router, signedIn } from '../trpc.ts';

export const secondFactor = router({
  enter: open.input(secondFactorLogIn).mutation(async ({ ctx, input }) => {
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
  state: signedIn.query(({ ctx }) => readSecondFactor(ctx.domain, ctx.actor)),
  begin: signedIn.mutation(({ ctx }) => beginSecondFactor(ctx.domain, ctx.actor)),
  confirm: signedIn
    .input(secondFactorCode)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.domain, ctx.actor, input)),
  renewCodes: signedIn.mutation(({ ctx }) => renewRecoveryCodes(ctx.domain, ctx.actor)),
  remove: signedIn.mutation(({ ctx }) => removeSecondFactor(ctx.domain, ctx.actor)),
});
