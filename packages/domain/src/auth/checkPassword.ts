import type { Context } from '../context.ts';
import { correctPasswords, limit } from '../limits.ts';
import { verifyPassword } from './password.ts';

/**
 * Checks a password. Correct passwords count against a rate limit too, because each check occupies one of the threads that all
 * log-ins share.
 * The call is counted before the check, so that concurrent calls all count; if the password is wrong, the count is taken back.
 * Throws `rate-limited`, `busy`.
 */
export async function checkPassword(
  ctx: Context,
  userId: number,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const key = `account:${userId}`;
  await limit(ctx, correctPasswords, key);
  let right = false;
  try {
    right = await verifyPassword(passwordHash, password);
    return right;
  } finally {
    if (!right) await ctx.limiter.consume(correctPasswords, key, -1);
  }
}
