import { PasswordReset } from '@kith/db';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';
import { resetMail } from './resetMail.ts';

export const resetMinutes = 60;

/** Mails a reset link to a password account's address, in its language; does nothing for any other address. */
export async function sendPasswordReset(ctx: Context, input: { email: string }): Promise<void> {
  const em = ctx.db.em();
  const [account]: { id: string; email: string; user_name: string; language: 'en' | 'es' | 'pl' }[] = await em.execute(
    `select id, email, user_name, language from users
     where lower(email) = lower(?) and auth_provider = 'email' and deleted_at is null and disabled_at is null`,
    [input.email],
  );
  if (!account) return;
  const code = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + resetMinutes * 60_000);
  em.persist(em.create(PasswordReset, { codeHash: hashToken(code), user: Number(account.id), expiresAt }));
  await em.flush();
  const link = `${ctx.settings.publicUrl}/resetpassword?oobCode=${code}`;
  await ctx.mailer.send({ to: account.email, ...resetMail(account.language, account.user_name, link) });
}
