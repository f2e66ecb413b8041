import { KnownDevice, PasswordReset, Session, User } from '@kith/db';
import { announce } from '../announce.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import { hashToken } from '../secrets.ts';
import { resetCodesPerAddress } from './limits.ts';
import { hashPassword } from './password.ts';

export interface ConfirmPasswordReset {
  oobCode: string;
  newPassword: string;
  /** Where the call comes from, for limits. */
  address: string;
}

/** Whose code it is, while it holds; a made-up one costs no more than this. Throws `expired-reset-link`. */
async function findHolder(ctx: Context, codeHash: string): Promise<number> {
  const code = await ctx.db.em().findOne(PasswordReset, { codeHash, expiresAt: { $gt: ctx.clock.now() } });
  if (!code) throw new Refusal('expired-reset-link');
  return code.user.id;
}

/**
 * Sets a new password by a mailed code, once; ends every session of the account and forgets the browsers it knew.
 * Throws `expired-reset-link`, `too-many-requests`, `busy`.
 */
export async function confirmPasswordReset(ctx: Context, input: ConfirmPasswordReset): Promise<void> {
  await limit(ctx, resetCodesPerAddress, `address:${input.address}`, 'too-many-requests');
  const codeHash = hashToken(input.oobCode);
  const user = await findHolder(ctx, codeHash);
  const passwordHash = await hashPassword(input.newPassword);
  await ctx.db.transaction(async (em) => {
    // The member's row first, as every change of an account: log-ins wait here, and then find another hash.
    const changed = await em.nativeUpdate(
      User,
      { id: user, authProvider: 'email', deletedAt: null, disabledAt: null },
      { passwordHash },
    );
    const used = await em.nativeDelete(PasswordReset, { codeHash, expiresAt: { $gt: ctx.clock.now() } });
    if (changed === 0 || used === 0) throw new Refusal('expired-reset-link');
    await em.nativeDelete(PasswordReset, { user });
    await em.nativeDelete(Session, { user });
    await em.nativeDelete(KnownDevice, { user });
  });
  announce(ctx, { name: 'session.ended', to: null, payload: { userId: user, sessionIds: 'all' } });
}
