import { ignoringCase, KnownDevice, User } from '@kith/db';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit, logInsPerAccount, logInsPerAccountAndSource, logInsPerAddress } from '../limits.ts';
import type { LimitRule } from '../ports.ts';
import { hashToken } from '../secrets.ts';
import { readOwnUser } from '../users/readUsers.ts';
import { checkPassword } from './checkPassword.ts';
import { type LoggedIn, rememberDevice } from './knownDevice.ts';
import { startSessionOrChallenge } from './logInChallenge.ts';
import { verifyPassword } from './password.ts';

export interface LogInInput {
  identifier: string;
  password: string;
  /** The caller's IP address, for rate limits. */
  address: string;
  /** The browser's user agent, shown in the list of sessions. */
  device: string;
  /** The token `knownDevice` of an earlier log-in, if the browser has one. */
  knownDevice: string | null;
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/**
 * The rate limits that an attempt counts against. The account's key contains a digest of the password hash, so a new password
 * resets the counts. A browser known to the account has a count of its own, so that a stranger's guesses cannot lock out the
 * member.
 */
function countsOf(input: LogInInput, account: User | null, known: boolean): [LimitRule, string][] {
  const whom = account
    ? `account:${account.id}:${hashToken(account.passwordHash ?? '').slice(0, 16)}`
    : `name:${hashToken(input.identifier.toLowerCase())}`;
  if (known && input.knownDevice !== null) {
    return [[logInsPerAccountAndSource, `${whom}|device:${hashToken(input.knownDevice)}`]];
  }
  return [
    [logInsPerAddress, `address:${input.address}`],
    [logInsPerAccountAndSource, `${whom}|address:${input.address}`],
    [logInsPerAccount, whom],
  ];
}

/**
 * Signs in by username or e-mail, both case-insensitive. The attempt is counted before the password is checked, so that
 * concurrent guesses all count. Throws `operation-not-allowed`, `invalid-email`, `user-not-found`, `user-does-not-exist`,
 * `wrong-password`, `user-disabled`, `google-account`, `second-factor-required`, `too-many-requests` and `busy`.
 */
export async function logIn(ctx: Context, input: LogInInput): Promise<LoggedIn> {
  const byEmail = input.identifier.includes('@');
  if (!ctx.settings.passwordSignIn) throw new Refusal('operation-not-allowed');
  if (byEmail && !emailShape.test(input.identifier)) throw new Refusal('invalid-email');
  if (input.identifier.includes('\u0000') || !input.identifier.isWellFormed()) throw new Refusal('user-does-not-exist');
  const em = ctx.db.em();
  const names = [ignoringCase('user_name', input.identifier), ignoringCase('email', input.identifier)];
  const account = await em.findOne(User, { $or: names, deletedAt: null }, { populate: ['passwordHash'] });
  const tokenHash = input.knownDevice === null ? '' : hashToken(input.knownDevice);
  const device = { user: account?.id ?? 0, tokenHash, expiresAt: { $gt: ctx.clock.now() } };
  const counts = countsOf(input, account, (await em.count(KnownDevice, device)) > 0);
  for (const [rule, key] of counts) await limit(ctx, rule, key, 'too-many-requests');
  const matches = account
    ? await checkPassword(ctx, account.id, account.passwordHash ?? null, input.password)
    : await verifyPassword(null, input.password);
  if (!account) throw new Refusal(byEmail ? 'user-not-found' : 'user-does-not-exist');
  if (account.authProvider === 'google') throw new Refusal('google-account');
  if (!matches) throw new Refusal('wrong-password');
  if (account.disabledAt) throw new Refusal('user-disabled');
  for (const [rule, key] of counts) if (rule !== logInsPerAddress) await ctx.limiter.reset(rule, key);
  const session = await startSessionOrChallenge(ctx, {
    userId: account.id,
    passwordHash: account.passwordHash ?? null,
    authenticatedAt: ctx.clock.now(),
    device: input.device,
  });
  // The password was changed, or the account disabled or deleted, during the check.
  if (!session) throw new Refusal('wrong-password');
  const knownDevice = await rememberDevice(
    ctx,
    { userId: account.id, token: session.token, device: input.device },
    input.knownDevice,
  );
  return { ...session, user: await readOwnUser(ctx, account.id), knownDevice };
}
