import {
  accountQueries,
  ignoringCase,
  KnownDevice,
  LockMode,
  Passkey,
  PasswordReset,
  sessionQueries,
  User,
} from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { appendToLog, withdrawResetLinksBy } from '../host/hosts.ts';
import { limit, resetCodesPerAddress, resetsPerAddress } from '../limits.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { hashToken, newToken } from '../secrets.ts';
import { linkMail } from './linkMail.ts';
import { hashPassword } from './password.ts';
import { sendMail } from './sendMail.ts';

/**
 * Queues a reset mail for any address. Only the job looks up the account and counts the mails, so that response and timing are
 * the same for every address, and two spellings of an address share one count. Throws `invalid-email`, `too-many-requests`.
 */
export async function requestPasswordReset(ctx: Context, input: { email: string; address: string }): Promise<void> {
  const isStorable = input.email.isWellFormed() && !input.email.includes('\u0000');
  if (!isStorable || !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(input.email)) throw new Refusal('invalid-email');
  await limit(ctx, resetsPerAddress, `address:${input.address}`, 'too-many-requests');
  await recordJob(ctx.db, { name: 'auth.sendPasswordReset', payload: { email: input.email } });
  await queueRecordedJobs(ctx);
}

export const resetMinutes = 60;

/** The maximum number of valid codes per account. It also limits the mails within `resetMinutes`, so that no inbox is flooded. */
const maxCodes = 5;

/**
 * Stores a code for the account with this e-mail, and locks the account, so that concurrent requests each count the codes of the
 * earlier ones. Returns null if no active account with a password has the e-mail, or the account has too many codes.
 */
async function storeCode(ctx: Context, email: string, codeHash: string) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const resettable = {
      ...ignoringCase('email', email),
      authProvider: 'email' as const,
      deletedAt: null,
      disabledAt: null,
    };
    const account = await tx.em().findOne(User, resettable, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!account?.email) return null;
    const user = account.id;
    if ((await tx.em().count(PasswordReset, { user, expiresAt: { $gt: now } })) >= maxCodes) return null;
    const expiresAt = new Date(now.getTime() + resetMinutes * 60_000);
    await tx.em().insert(PasswordReset, { codeHash, user, email: account.email, expiresAt });
    const { language, userName, emailConfirmed } = account;
    return { email: account.email, language, userName, emailConfirmed };
  });
}

/**
 * Mails a reset link to an active account with a password, in the account's language. Does nothing for any other address, or if
 * the account or the inbox has got too many mails.
 */
export async function sendPasswordReset(ctx: Context, input: { email: string }): Promise<void> {
  const code = newToken();
  const account = await storeCode(ctx, input.email, hashToken(code));
  if (!account) return;
  const link = `${ctx.settings.publicUrl}/resetpassword?oobCode=${code}`;
  let sent = false;
  try {
    sent = await sendMail(
      ctx,
      { to: account.email, ...(await linkMail(ctx, 'reset', account.language, account.userName ?? '', link)) },
      { security: 'reset', confirmed: account.emailConfirmed },
    );
  } finally {
    // A code that could not be mailed must not count; a retry of the job creates another code.
    if (!sent) await ctx.db.em().nativeDelete(PasswordReset, { codeHash: hashToken(code) });
  }
}

export interface ConfirmPasswordReset {
  oobCode: string;
  newPassword: string;
  /** The caller's IP address, for rate limits. */
  address: string;
}

/**
 * Returns the account and the address of a valid code. It is called before the new password is hashed, so that an invalid code
 * costs only one query. Throws `expired-reset-link`.
 */
async function findAccountByCode(ctx: Context, codeHash: string) {
  const code = await ctx.db.em().findOne(PasswordReset, { codeHash, expiresAt: { $gt: ctx.clock.now() } });
  if (!code) throw new Refusal('expired-reset-link');
  return { user: code.user.id, email: code.email ?? null, mailed: code.mailed };
}

/**
 * Sets a new password with a code, once. This confirms the address to which the code was mailed, ends all sessions, and deletes
 * all access tokens, webhooks, known browsers and passkeys, the second factor of an account whose address was not confirmed
 * before, and recovery codes made since a recent log-in from an unknown browser. Links for a new password that a host has made become
 * invalid with it. Where moderators need a second factor, a moderator or host without an authenticator app loses these roles, which the
 * log of hosts says. Throws `expired-reset-link`, `too-many-requests`, `busy`.
 */
export async function confirmPasswordReset(ctx: Context, input: ConfirmPasswordReset): Promise<void> {
  await limit(ctx, resetCodesPerAddress, `address:${input.address}`, 'too-many-requests');
  const codeHash = hashToken(input.oobCode);
  const { user, email, mailed } = await findAccountByCode(ctx, codeHash);
  const passwordHash = await hashPassword(input.newPassword);
  await ctx.db.transaction(async (tx) => {
    const { moderatorsNeedSecondFactor: guarded, confirmEmail: confirms } = ctx.settings;
    // This lock comes first: concurrent log-ins wait and then see the new hash.
    await tx.run(accountQueries.lock, [user]);
    const before = await tx.em().findOne(User, user, { disableIdentityMap: true });
    const [changed] = await tx.run(accountQueries.resetPassword, [
      user,
      passwordHash,
      email,
      guarded,
      confirms,
      mailed,
    ]);
    const used = await tx.em().nativeDelete(PasswordReset, { codeHash, expiresAt: { $gt: ctx.clock.now() } });
    if (!changed || used === 0) throw new Refusal('expired-reset-link');
    if (before?.host && !changed.host) await appendToLog(tx, null, { action: 'host-removed', memberId: user });
    if (before?.moderator && !changed.moderator)
      await appendToLog(tx, null, { action: 'moderator-removed', memberId: user });
    await tx.em().nativeDelete(PasswordReset, { user });
    await withdrawResetLinksBy(tx, user);
    await tx.run(sessionQueries.end, [user, null, true]);
    await tx.em().nativeDelete(KnownDevice, { user });
    // Passkeys are deleted, because somebody who knew the old password may have added one.
    await tx.em().nativeDelete(Passkey, { user });
  });
  void announce(ctx, { name: 'session.ended', to: null, payload: { userId: user, sessionIds: 'all' } });
}
