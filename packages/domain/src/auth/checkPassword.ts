import type { Context } from '../context.ts';
import { limit, rightPasswords } from '../limits.ts';
import { verifyPassword } from './password.ts';

/**
 * Checks a password within the account's count of right ones, which nothing sets back: other counts end with a success, and each
 * check takes a thread that everybody's log-ins share. Counted before, so that parallel ones all count. Throws `rate-limited`,
 * `busy`.
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
