import { KnownDevice, LockMode, LogInChallenge, now, plus, RecoveryCode, SecondFactor, User } from '@kith/db';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit, secondFactorsPerAccount } from '../limits.ts';
import { hashToken, newToken } from '../secrets.ts';
import { readOwnUser } from '../users/readUsers.ts';
import { type LoggedIn, rememberDevice } from './knownDevice.ts';
import { hashRecoveryCode, hasSecondFactor } from './secondFactor.ts';
import { type NewSession, startSession } from './sessionStore.ts';
import { isAppCode, stepOfCode } from './totp.ts';

const challengeSeconds = 600;

/** The maximum number of challenges of an account at a time; one more removes the oldest. */
const maxChallenges = 20;

/** The maximum number of codes that can be tried for one challenge. */
const maxTries = 5;

/**
 * Starts a session, like `startSession`, for an account without a second factor. For an account with a second factor, creates a
 * challenge and throws `second-factor-required` with the challenge. Returns null if the password has changed meanwhile, or the
 * account is disabled or deleted.
 */
export async function startSessionOrChallenge(
  ctx: Context,
  proven: NewSession,
): Promise<{ token: string; expiresAt: Date } | null> {
  const session = await startSession(ctx, proven);
  if (session) return session;
  const challenge = newToken();
  const { userId, passwordHash, authenticatedAt } = proven;
  const created = await ctx.db.transaction(async (tx) => {
    const em = tx.em();
    const unchanged = { id: userId, passwordHash, disabledAt: null, deletedAt: null };
    const account = await em.findOne(User, unchanged, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!account || !(await hasSecondFactor(tx, userId))) return false;
    const latest = { orderBy: { expiresAt: 'desc', tokenHash: 'asc' }, limit: maxChallenges - 1 } as const;
    const kept = (await em.find(LogInChallenge, { user: userId }, latest)).map(({ tokenHash }) => tokenHash);
    await em.nativeDelete(LogInChallenge, { user: userId, tokenHash: { $nin: kept } });
    const expiry = { provenAt: authenticatedAt, expiresAt: now(challengeSeconds) };
    await em.insert(LogInChallenge, { tokenHash: hashToken(challenge), user: userId, ...expiry });
    return true;
  });
  if (created) throw new Refusal('second-factor-required', { challenge });
  return null;
}

export interface SecondFactorLogIn {
  challenge: string;
  /** A code of the authenticator app, or a recovery code. */
  code: string;
  device: string;
  knownDevice: string | null;
}

/**
 * Returns the time step of a valid code of the authenticator app. Wrong codes count per account; those from a known browser are
 * counted separately. Throws `wrong-code`, `too-many-requests`.
 */
async function checkAppCode(ctx: Context, user: number, input: SecondFactorLogIn, code: string) {
  const tokenHash = input.knownDevice === null ? null : hashToken(input.knownDevice);
  const known = tokenHash && (await ctx.db.em().count(KnownDevice, { user, tokenHash, expiresAt: { $gt: now() } }));
  const key = `account:${user}${known ? `|device:${tokenHash}` : ''}`;
  // The attempt is counted before the check, so that concurrent guesses all count.
  await limit(ctx, secondFactorsPerAccount, key, 'too-many-requests');
  const factor = await ctx.db.em().findOne(SecondFactor, { user, confirmedAt: { $ne: null } });
  const step = factor ? await stepOfCode(ctx, user, factor.secret, code) : null;
  if (!factor || step === null) throw new Refusal('wrong-code');
  await ctx.limiter.consume(secondFactorsPerAccount, key, -1);
  return { secret: factor.secret, step };
}

/** The factor whose secret a code was checked with, unless this or a later code was used before. */
const whereCodeUnused = (user: number, { secret, step }: { secret: string; step: number }) => ({
  user,
  secret,
  confirmedAt: { $ne: null },
  lastStep: { $lt: step },
});

/**
 * Completes a log-in by the second factor. The database decides whether a code was used before, and deletes the challenge in the
 * same transaction. Wrong recovery codes do not count per account, so that nobody can lock the member out: with 80 random bits,
 * five guesses per challenge are safe. Throws `wrong-code`, `expired-challenge`, `too-many-requests`.
 */
export async function logInBySecondFactor(ctx: Context, input: SecondFactorLogIn): Promise<LoggedIn> {
  const tokenHash = hashToken(input.challenge);
  const em = ctx.db.em();
  // The attempt is counted before the check here too.
  const open = { tokenHash, expiresAt: { $gt: now() }, tries: { $lt: maxTries } };
  const tried = await em.nativeUpdate(LogInChallenge, open, { tries: plus('tries', 1) });
  const active = { tokenHash, user: { disabledAt: null, deletedAt: null } };
  const challenge = await em.findOne(LogInChallenge, active, { populate: ['user.passwordHash'] });
  if (tried === 0 || !challenge) throw new Refusal('expired-challenge');
  const code = input.code.replace(/\s/g, '');
  const { user, provenAt = null } = challenge;
  const userId = user.id;
  const verified = isAppCode(code) ? await checkAppCode(ctx, userId, input, code) : null;
  await ctx.db.transaction(async (tx) => {
    const em = tx.em();
    const taken = await em.nativeDelete(LogInChallenge, { tokenHash, expiresAt: { $gt: now() } });
    if (taken === 0) throw new Refusal('expired-challenge');
    const used = verified
      ? await em.nativeUpdate(SecondFactor, whereCodeUnused(userId, verified), { lastStep: verified.step })
      : await em.nativeDelete(RecoveryCode, { user: userId, codeHash: hashRecoveryCode(code) });
    if (used === 0) throw new Refusal('wrong-code');
  });
  const session = await startSession(ctx, {
    userId,
    passwordHash: user.passwordHash ?? null,
    authenticatedAt: provenAt,
    device: input.device,
    secondFactor: true,
  });
  // The password was changed, or the account disabled or deleted, during the check.
  if (!session) throw new Refusal('expired-challenge');
  const knownDevice = await rememberDevice(
    ctx,
    { userId, token: session.token, device: input.device },
    input.knownDevice,
  );
  return { ...session, user: await readOwnUser(ctx, userId), knownDevice };
}
