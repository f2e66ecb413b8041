import * as contract from '@kith/contracts';
import {
  changeEmail,
  changePassword,
  chooseUserName,
  confirmEmail,
  confirmPasswordReset,
  denySignIn,
  listSessions,
  logIn,
  logOut,
  Refusal,
  readOwnUser,
  reauthenticate,
  requestConfirmation,
  requestPasswordReset,
  revokeSession,
  signOutEverywhere,
  userNameAvailable,
} from '@kith/domain';
import { open, router, signedIn } from '../trpc.ts';

export const auth = router({
  login: open.input(contract.loginInput).mutation(async ({ ctx, input }) => {
    const { browser } = ctx;
    const { address, device, knownDevice } = browser;
    const entered = await logIn(ctx.domain, { ...input, address, device, knownDevice }).catch((error: unknown) => {
      if (error instanceof Refusal && error.challenge !== undefined) browser.setChallenge(error.challenge);
      throw error;
    });
    // A browser that logs in again ends its earlier session.
    if (ctx.session) await logOut(ctx.domain, ctx.session);
    const { token, expiresAt, user } = entered;
    browser.setSessionCookie({ token, expiresAt });
    browser.setKnownDevice(entered.knownDevice);
    return { token, user };
  }),
  options: open.query(({ ctx }) => ({
    passwordSignIn: ctx.browser.signIn.password,
    google: ctx.browser.signIn.google,
    standIn: ctx.browser.signIn.standIn,
    signUp: ctx.domain.settings.signUp,
    membersInvite: ctx.domain.settings.membersInvite,
  })),
  chooseUserName: open.input(contract.chooseUserNameInput).mutation(async ({ ctx, input }) => {
    const { pendingToken, device, knownDevice } = ctx.browser;
    const entered = await chooseUserName(ctx.domain, { ...input, pendingToken, device, knownDevice });
    const { token, expiresAt, user } = entered;
    if (ctx.session) await logOut(ctx.domain, ctx.session);
    ctx.browser.setSessionCookie({ token, expiresAt });
    ctx.browser.setKnownDevice(entered.knownDevice);
    ctx.browser.clearPending();
    return { token, user };
  }),
  logout: signedIn.mutation(async ({ ctx }) => {
    await logOut(ctx.domain, ctx.actor);
    ctx.browser.setSessionCookie(null);
  }),
  session: signedIn.query(async ({ ctx }) => {
    const user = await readOwnUser(ctx.domain, ctx.actor.userId, ctx.actor.token);
    const { firebaseUid: uid, authProvider } = user;
    // Any call may extend the session in the database, but some calls, such as live streams, cannot set a cookie. Every page
    // makes this call when it starts, so the cookie is extended here.
    ctx.browser.renewSessionCookie();
    return { user, uid, authProvider, expiresAt: ctx.actor.expiresAt.toISOString() };
  }),
  requestPasswordReset: open
    .input(contract.requestPasswordResetInput)
    .mutation(({ ctx, input }) =>
      requestPasswordReset(ctx.domain, { email: input.email, address: ctx.browser.address }),
    ),
  confirmPasswordReset: open
    .input(contract.confirmPasswordResetInput)
    .mutation(({ ctx, input }) => confirmPasswordReset(ctx.domain, { ...input, address: ctx.browser.address })),
  reauthenticate: signedIn
    .input(contract.reauthenticateInput)
    .mutation(({ ctx, input }) => reauthenticate(ctx.domain, ctx.actor, input)),
  changePassword: signedIn
    .input(contract.changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx.domain, ctx.actor, input)),
  confirmEmail: open
    .input(contract.confirmEmailInput)
    .mutation(({ ctx, input }) => confirmEmail(ctx.domain, { ...input, address: ctx.browser.address })),
  denySignIn: open
    .input(contract.denySignInInput)
    .mutation(({ ctx, input }) => denySignIn(ctx.domain, { ...input, address: ctx.browser.address })),
  sendConfirmation: signedIn.mutation(({ ctx }) => requestConfirmation(ctx.domain, ctx.actor)),
  changeEmail: signedIn
    .input(contract.changeEmailInput)
    .mutation(({ ctx, input }) => changeEmail(ctx.domain, ctx.actor, input)),
  userNameAvailable: open
    .input(contract.userNameAvailabilityInput)
    .query(({ ctx, input }) => userNameAvailable(ctx.domain, input)),
  sessions: signedIn.query(({ ctx }) => listSessions(ctx.domain, ctx.actor)),
  revokeSession: signedIn
    .input(contract.revokeSessionInput)
    .mutation(({ ctx, input }) => revokeSession(ctx.domain, ctx.actor, input)),
  signOutEverywhere: signedIn.mutation(async ({ ctx }) => {
    await signOutEverywhere(ctx.domain, ctx.actor);
    ctx.browser.setSessionCookie(null);
  }),
});
