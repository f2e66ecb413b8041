import { PasswordReset, PendingSignIn, Session } from '@kith/db';
import type { Context } from '../context.ts';

/** Removes sessions, reset codes and pending sign-ins past their time. */
export async function removeExpired(ctx: Context): Promise<void> {
  const em = ctx.db.em();
  const past = { expiresAt: { $lte: ctx.clock.now() } };
  await em.nativeDelete(Session, past);
  await em.nativeDelete(PasswordReset, past);
  await em.nativeDelete(PendingSignIn, past);
}
