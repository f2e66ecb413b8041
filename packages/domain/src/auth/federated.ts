import { accountQueries, FederatedIdentity, ignoringCase, LockMode, PendingSignIn, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { announceJoined, checkInvitation, takeInvitation } from '../invitations.ts';
import { hashToken, newIdentityUid, newToken } from '../secrets.ts';
import { readSignUpMode } from '../server/serverSettings.ts';
import { readOwnUser } from '../users/readUsers.ts';
import { type LoggedIn, rememberDevice } from './knownDevice.ts';
import { startSessionOrChallenge } from './logInChallenge.ts';
import { startSession } from './sessionStore.ts';

const pendingMinutes = 30;

/**
 * A sign-in through an identity provider: the provider's claims about the user, and data of the browser. The caller must have
 * checked that the provider verified the e-mail.
 */
export interface FederatedSignIn {
  issuer: string;
  subject: string;
  email: string;
  /**
   * When the user authenticated at the provider. Null if the provider does not say: the user's session at the provider may be
   * old.
   */
  authenticatedAt: Date | null;
  device: string;
  /** The token `knownDevice` of an earlier sign-in, if the browser has one. */
  knownDevice: string | null;
  /** The code of the invitation link, if there is one. */
  invitation: string | null;
}

export type FederatedResult =
  | { kind: 'session'; token: string; expiresAt: Date; knownDevice: LoggedIn['knownDevice'] }
  | { kind: 'pending'; token: string; expiresAt: Date; uid: string };

/**
 * Signs in a user of an identity provider, or begins a sign-up: the pending token allows this browser to choose a username.
 * Throws `user-disabled`, `second-factor-required`, `account-exists-with-different-credential` if another account has confirmed
 * the e-mail, and for new users `sign-up-closed`, `invitation-required`, `invitation-invalid`.
 */
export async function signInFederated(ctx: Context, input: FederatedSignIn): Promise<FederatedResult> {
  const { issuer, subject, email } = input;
  const identity = await ctx.db
    .em()
    .upsert(
      FederatedIdentity,
      { uid: newIdentityUid(), issuer, subject, email },
      { onConflictFields: ['issuer', 'subject'], onConflictMergeFields: ['email'] },
    );
  if (identity.user) {
    const session = await startSessionOrChallenge(ctx, {
      userId: identity.user.id,
      passwordHash: null,
      authenticatedAt: input.authenticatedAt,
      device: input.device,
    });
    if (!session) throw new Refusal('user-disabled');
    const started = { userId: identity.user.id, token: session.token, device: input.device };
    const knownDevice = await rememberDevice(ctx, started, input.knownDevice);
    return { kind: 'session', ...session, knownDevice };
  }
  // An account that has not confirmed the address does not count, because it loses the address to the real owner.
  const confirmed = { ...ignoringCase('email', input.email), emailConfirmed: true };
  if ((await ctx.db.em().count(User, confirmed)) > 0) throw new Refusal('account-exists-with-different-credential');
  const invitationHash = await checkInvitation(ctx, input.invitation);
  const token = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + pendingMinutes * 60_000);
  const pending = { tokenHash: hashToken(token), identity: identity.uid, expiresAt, invitationHash };
  await ctx.db.em().insert(PendingSignIn, pending);
  return { kind: 'pending', token, expiresAt, uid: identity.uid };
}

/** Whether this identity at a provider belongs to the user; checked for re-authentication. */
export async function isOwnIdentity(ctx: Context, userId: number, issuer: string, subject: string): Promise<boolean> {
  return (await ctx.db.em().count(FederatedIdentity, { issuer, subject, user: userId })) > 0;
}

export interface ChooseUserName {
  uid: string;
  userName: string;
  language?: 'en' | 'es' | 'pl' | undefined;
  /** The pending token of the browser that signed in as `uid`. */
  pendingToken: string | null;
  device: string;
  knownDevice: string | null;
}

/**
 * Creates the account of a pending sign-up. Another account that has the e-mail without having confirmed it loses the e-mail; if
 * a concurrent sign-up has just taken the e-mail, the next attempt takes it from that account.
 */
async function createFederatedUser(
  ctx: Context,
  input: ChooseUserName,
  pendingToken: string,
  tries = 3,
): Promise<CreatedUser> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const em = tx.em();
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const begun = { tokenHash: hashToken(pendingToken), identity: input.uid, expiresAt: { $gt: ctx.clock.now() } };
      const pending = await em.findOne(PendingSignIn, begun);
      // The lock makes sure that only one account is created for the identity.
      const identity = pending && (await em.findOne(FederatedIdentity, { uid: input.uid, user: null }, { lockMode }));
      if (!identity) throw new Refusal('user-not-authenticated');
      const signUp = await readSignUpMode(ctx, tx);
      if (signUp === 'closed') throw new Refusal('sign-up-closed');
      const { email, uid } = identity;
      const unconfirmed = { ...ignoringCase('email', email), emailConfirmed: false };
      const freed = await em.findOne(User, unconfirmed, { lockMode });
      if (freed) freed.email = null;
      const inviter = await takeInvitation(tx, pending.invitationHash ?? null, signUp === 'invitation');
      const account = [inviter, input.userName, email, uid, null, input.language ?? 'en', true] as const;
      const [made] = await tx.run(accountQueries.signUp, [...account]);
      if (!made) throw new Refusal('user-not-authenticated');
      await em.nativeUpdate(FederatedIdentity, { uid }, { user: made.id });
      await em.nativeDelete(PendingSignIn, { identity: uid });
      await announceJoined(tx, made.id);
      return { userId: made.id, freed: freed?.id };
    });
  } catch (error) {
    if (tries > 1 && (error as { constraint?: string }).constraint === 'users_email_key')
      return createFederatedUser(ctx, input, pendingToken, tries - 1);
    return refuseConflict(error, {
      users_user_name_key: 'username-taken-step',
      users_email_key: 'account-exists-with-different-credential',
      users_identity_uid_key: 'user-not-authenticated',
    });
  }
}

interface CreatedUser {
  userId: number;
  /** The account that lost the e-mail to the new account, if there was one. */
  freed: number | undefined;
}

/**
 * Completes a sign-up through an identity provider, once and in the browser that began it; the account has no password. The
 * provider vouches for the e-mail, so another account that has not confirmed it loses the e-mail, and nothing else. Throws
 * `user-not-authenticated`, `username-taken-step`, `account-exists-with-different-credential`, `user-disabled`, `sign-up-closed`,
 * `invitation-invalid`.
 */
export async function chooseUserName(ctx: Context, input: ChooseUserName): Promise<LoggedIn> {
  const { pendingToken } = input;
  if (pendingToken === null) throw new Refusal('user-not-authenticated');
  const { userId, freed } = await createFederatedUser(ctx, input, pendingToken);
  if (freed) void announce(ctx, { name: 'user.changed', to: null, payload: { userId: freed } });
  const session = await startSession(ctx, {
    userId,
    passwordHash: null,
    authenticatedAt: ctx.clock.now(),
    device: input.device,
  });
  if (!session) throw new Refusal('user-disabled');
  const started = { userId, token: session.token, device: input.device };
  const knownDevice = await rememberDevice(ctx, started, input.knownDevice);
  return { ...session, user: await readOwnUser(ctx, userId), knownDevice };
}
