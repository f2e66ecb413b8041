import { PasswordReset, Session, User } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { hashToken } from '../secrets.ts';
import { hashPassword } from './password.ts';

/** Sets a new password by a mailed code, once, and ends every session of the account. Throws `expired-reset-link`. */
export async function confirmPasswordReset(
  ctx: Context,
  input: { oobCode: string; newPassword: string },
): Promise<void> {
  const passwordHash = await hashPassword(input.newPassword);
  const userId = await ctx.db.em().transactional(async (em) => {
    const [used]: { user_id: string }[] = await em.execute(
      'delete from password_resets where code_hash = ? and expires_at > ? returning user_id',
      [hashToken(input.oobCode), ctx.clock.now()],
    );
    if (!used) throw new Refusal('expired-reset-link');
    const user = Number(used.user_id);
    await em.nativeDelete(PasswordReset, { user });
    const changed = await em.nativeUpdate(User, { id: user, authProvider: 'email', deletedAt: null }, { passwordHash });
    if (changed === 0) throw new Refusal('expired-reset-link');
    await em.nativeDelete(Session, { user });
    return user;
  });
  announce(ctx, { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
}
