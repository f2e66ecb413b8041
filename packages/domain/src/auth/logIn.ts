import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import { readOwnUser } from '../users/readUser.ts';
import type { OwnUser } from '../users/userView.ts';
import { logInsPerAccount, logInsPerAddress } from './limits.ts';
import { verifyPassword } from './password.ts';
import { startSession } from './startSession.ts';

export interface LogIn {
  identifier: string;
  password: string;
  /** Where the call comes from, for limits. */
  address: string;
  /** The browser's own description, for the list of sessions. */
  device: string;
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

interface Account {
  id: number;
  auth_provider: 'email' | 'google';
  password_hash: string | null;
  disabled: boolean;
}

async function findAccount(ctx: Context, identifier: string): Promise<Account | undefined> {
  const column = identifier.includes('@') ? 'email' : 'user_name';
  const [account]: Account[] = await ctx.db.em().execute(
    `select id, auth_provider, password_hash, disabled_at is not null as disabled
       from users where lower(${column}) = lower(?) and deleted_at is null`,
    [identifier],
  );
  return account && { ...account, id: Number(account.id) };
}

/**
 * Signs in by username or e-mail, both without regard to case. Counted before the password is looked at, so parallel
 * guesses all count. Throws SPEC section 8's refusals, `user-does-not-exist` and `google-account`.
 */
export async function logIn(ctx: Context, input: LogIn): Promise<{ token: string; expiresAt: Date; user: OwnUser }> {
  const byEmail = input.identifier.includes('@');
  const accountKey = input.identifier.toLowerCase();
  if (!ctx.settings.passwordSignIn) throw new Refusal('operation-not-allowed');
  if (byEmail && !emailShape.test(input.identifier)) throw new Refusal('invalid-email');
  if (input.identifier.includes('\u0000') || !input.identifier.isWellFormed()) throw new Refusal('user-does-not-exist');
  await limit(ctx, logInsPerAddress, input.address, 'too-many-requests');
  const account = await findAccount(ctx, input.identifier);
  await limit(ctx, logInsPerAccount, account ? `id:${account.id}` : accountKey, 'too-many-requests');
  const matches = await verifyPassword(account?.password_hash ?? null, input.password);
  if (!account) throw new Refusal(byEmail ? 'user-not-found' : 'user-does-not-exist');
  if (account.auth_provider === 'google') throw new Refusal('google-account');
  if (!matches) throw new Refusal('wrong-password');
  if (account.disabled) throw new Refusal('user-disabled');
  await ctx.limiter.reset(logInsPerAccount, `id:${account.id}`);
  const session = await startSession(ctx, account.id, input.device);
  return { ...session, user: await readOwnUser(ctx, account.id) };
}
