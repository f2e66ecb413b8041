import { accountQueries, PasswordReset } from '@kith/db';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';
import { resetMail } from './resetMail.ts';

export const resetMinutes = 60;

/** Codes of one account that hold at a time, and so the mails it gets in `resetMinutes`: nobody's inbox is flooded. */
const mostCodes = 5;

/** Stores the code for the account with this e-mail; null when there is none, or it has codes enough. */
async function keepCode(ctx: Context, email: string, codeHash: string) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (em) => {
    const [account] = await ctx.db.run(accountQueries.lockForReset, [email], em);
    if (!account) return null;
    const user = account.id;
    if ((await em.count(PasswordReset, { user, expiresAt: { $gt: now } })) >= mostCodes) return null;
    em.persist(
      em.create(PasswordReset, { codeHash, user, expiresAt: new Date(now.getTime() + resetMinutes * 60_000) }),
    );
    await em.flush();
    return account;
  });
}

/**
 * Mails a reset link to a password account's address, in its language; does nothing for any other address, nor when
 * five were sent within the hour.
 */
export async function sendPasswordReset(ctx: Context, input: { email: string }): Promise<void> {
  const code = newToken();
  const account = await keepCode(ctx, input.email, hashToken(code));
  if (!account) return;
  const link = `${ctx.settings.publicUrl}/resetpassword?oobCode=${code}`;
  try {
    await ctx.mailer.send({ to: account.email, ...resetMail(account.language, account.user_name, link) });
  } catch (error) {
    // The job is tried again with a code of its own; this one must not count.
    await ctx.db.em().nativeDelete(PasswordReset, { codeHash: hashToken(code) });
    throw error;
  }
}
