import { PasswordReset } from '@kith/db';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';
import { resetMail } from './resetMail.ts';

export const resetMinutes = 60;

/** Codes of one account that hold at a time, and so the mails it gets in `resetMinutes`: nobody's inbox is flooded. */
const mostCodes = 5;

interface Addressee {
  id: string;
  email: string;
  user_name: string;
  language: 'en' | 'es' | 'pl';
}

/** Stores the code for the account with this e-mail; null when there is none, or it has codes enough. */
async function keepCode(ctx: Context, email: string, codeHash: string): Promise<Addressee | null> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (em) => {
    const [account]: Addressee[] = await em.execute(
      `select id, email, user_name, language from users
       where lower(email) = lower(?) and auth_provider = 'email' and deleted_at is null and disabled_at is null
       for no key update`,
      [email],
    );
    if (!account) return null;
    const user = Number(account.id);
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
