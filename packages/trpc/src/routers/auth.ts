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
  readServerSettings,
  reauthenticate,
  requestConfirmation,
  requestPasswordReset,
  revokeSession,
  signOutEverywhere,
  userNameAvailable,
} from '@kith/domain';
import { protectedProcedure, publicProcedure, router } from '../trpc.ts';

export const auth = router({
  login: publicProcedure
    .meta({
      rest: 'POST /auth/login',
      writesLittle: true,
      summary: 'Logs in by username or e-mail address and password. Sets the session cookie.',
      data: contract.loginOutput,
    })
    .input(contract.loginInput)
    .mutation(async ({ ctx, input }) => {
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
  options: publicProcedure
    .meta({
      scope: 'read',
      rest: 'GET /auth/options',
      summary: 'Returns the ways to sign in on this server, and who may sign up.',
      data: contract.authOptions,
    })
    .query(async ({ ctx }) => {
      const { password, google, standIn } = ctx.browser.signIn;
      const { signUp, memberInvitations } = await readServerSettings(ctx.domain);
      return {
        passwordSignIn: password,
        google,
        standIn,
        // This answer has had its own word since before there were hosts.
        signUp: signUp === 'invitation' ? ('invited' as const) : signUp,
        membersInvite: memberInvitations > 0,
      };
    }),
  chooseUserName: publicProcedure
    .meta({
      rest: 'POST /auth/username',
      summary: 'Completes a sign-up through an identity provider, in the browser that began it.',
      data: contract.loginOutput,
      status: 201,
    })
    .input(contract.chooseUserNameInput)
    .mutation(async ({ ctx, input }) => {
      const { pendingToken, device, knownDevice } = ctx.browser;
      const entered = await chooseUserName(ctx.domain, { ...input, pendingToken, device, knownDevice });
      const { token, expiresAt, user } = entered;
      if (ctx.session) await logOut(ctx.domain, ctx.session);
      ctx.browser.setSessionCookie({ token, expiresAt });
      ctx.browser.setKnownDevice(entered.knownDevice);
      ctx.browser.clearPending();
      return { token, user };
    }),
  logout: protectedProcedure
    .meta({
      rest: 'POST /auth/logout',
      writesLittle: true,
      summary: 'Logs out: ends the caller’s current session.',
    })
    .mutation(async ({ ctx }) => {
      await logOut(ctx.domain, ctx.actor);
      ctx.browser.setSessionCookie(null);
    }),
  session: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /auth/session',
      summary: 'Returns the signed-in member.',
      data: contract.sessionOutput,
    })
    .query(async ({ ctx }) => {
      const user = await readOwnUser(ctx.domain, ctx.actor.userId, ctx.actor.token);
      const { firebaseUid: uid, authProvider } = user;
      // Any call may extend the session in the database, but some calls, such as live streams, cannot set a cookie. Every page
      // makes this call when it starts, so the cookie is extended here.
      ctx.browser.renewSessionCookie();
      return { user, uid, authProvider, expiresAt: ctx.actor.expiresAt.toISOString() };
    }),
  requestPasswordReset: publicProcedure
    .meta({
      rest: 'POST /auth/password-reset',
      summary: 'Mails a link for setting a new password. The response is the same for every address.',
      message: 'Password reset email sent. Please check your inbox.',
    })
    .input(contract.requestPasswordResetInput)
    .mutation(({ ctx, input }) =>
      requestPasswordReset(ctx.domain, { email: input.email, address: ctx.browser.address }),
    ),
  confirmPasswordReset: publicProcedure
    .meta({
      rest: 'POST /auth/password-reset/confirm',
      summary: 'Sets a new password with a mailed code, which works once. Ends all sessions of the account.',
    })
    .input(contract.confirmPasswordResetInput)
    .mutation(({ ctx, input }) => confirmPasswordReset(ctx.domain, { ...input, address: ctx.browser.address })),
  reauthenticate: protectedProcedure
    .meta({ rest: 'POST /auth/reauthenticate', summary: 'Re-authenticates the caller by password.' })
    .input(contract.reauthenticateInput)
    .mutation(({ ctx, input }) => reauthenticate(ctx.domain, ctx.actor, input)),
  changePassword: protectedProcedure
    .meta({
      rest: 'POST /auth/password',
      summary:
        'Changes the caller’s password. Ends all other sessions; with `endAccess`, also deletes tokens, webhooks and passkeys.',
    })
    .input(contract.changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx.domain, ctx.actor, input)),
  confirmEmail: publicProcedure
    .meta({
      rest: 'POST /auth/confirm-email',
      summary: 'Confirms an e-mail address with a mailed code, which works once. Needs no session.',
    })
    .input(contract.confirmEmailInput)
    .mutation(({ ctx, input }) => confirmEmail(ctx.domain, { ...input, address: ctx.browser.address })),
  denySignIn: publicProcedure
    .meta({
      rest: 'POST /auth/not-me',
      summary:
        'Ends all sessions after a log-in that the member did not make, with the code from the mail about it, which works once. Needs no session. Returns a code for setting a new password.',
      data: contract.deniedSignIn,
    })
    .input(contract.denySignInInput)
    .mutation(({ ctx, input }) => denySignIn(ctx.domain, { ...input, address: ctx.browser.address })),
  sendConfirmation: protectedProcedure
    .meta({
      rest: 'POST /auth/confirm-email/send',
      summary: 'Mails another confirmation link to the caller’s address, unless it is confirmed.',
    })
    .mutation(({ ctx }) => requestConfirmation(ctx.domain, ctx.actor)),
  changeEmail: protectedProcedure
    .meta({
      rest: 'POST /auth/email',
      summary: 'Changes the caller’s e-mail address while it is unconfirmed. Needs the password.',
      data: contract.ownUser,
    })
    .input(contract.changeEmailInput)
    .mutation(({ ctx, input }) => changeEmail(ctx.domain, ctx.actor, input)),
  userNameAvailable: publicProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/available',
      summary: 'Returns whether a username is available.',
      data: contract.availability,
    })
    .input(contract.userNameAvailabilityInput)
    .query(({ ctx, input }) => userNameAvailable(ctx.domain, input)),
  sessions: protectedProcedure
    .meta({
      rest: 'GET /auth/sessions',
      summary: 'Lists the caller’s sessions, most recently used first.',
      list: contract.sessionListItem,
    })
    .query(({ ctx }) => listSessions(ctx.domain, ctx.actor)),
  revokeSession: protectedProcedure
    .meta({ rest: 'DELETE /auth/sessions/:sessionId', summary: 'Ends one of the caller’s sessions.', status: 204 })
    .input(contract.revokeSessionInput)
    .mutation(({ ctx, input }) => revokeSession(ctx.domain, ctx.actor, input)),
  signOutEverywhere: protectedProcedure
    .meta({
      rest: 'DELETE /auth/sessions',
      summary:
        'Ends all sessions of the caller, including this one, and deletes tokens, webhooks, passkeys and known browsers.',
      status: 204,
    })
    .mutation(async ({ ctx }) => {
      await signOutEverywhere(ctx.domain, ctx.actor);
      ctx.browser.setSessionCookie(null);
    }),
});
