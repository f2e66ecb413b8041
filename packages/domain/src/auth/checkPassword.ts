import type { Context } from '../context.ts';
import { limit, rightPasswords } from '../limits.ts';
import { verifyPassword } from './password.ts';

/**
 * Checks a password. Each check occupies one of the threads that all log-ins share, so an account has a limit for correct
 * passwords too, which a success does not reset. The call is counted before the check, so that concurrent calls all count; a
 * wrong password is then uncounted. Throws `rate-limited`, `busy`.
 */
export async function checkPassword(
  ctx: Context,
  userId: number,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const key = `account:${userId}`;
  await limit(ctx, rightPasswords, key);
  let right = false;
  try {
    right = await verifyPassword(passwordHash, password);
    return right;
  } finally {
    if (!right) await ctx.limiter.consume(rightPasswords, key, -1);
  }
}
