import { KnownDevice, PasswordReset, PendingSignIn, Session } from '@kith/db';
import type { Context } from '../context.ts';

/** Removes sessions, reset codes, pending sign-ins and known browsers past their time. */
export async function removeExpired(ctx: Context): Promise<void> {
  const em = ctx.db.em();
  const past = { expiresAt: { $lte: ctx.clock.now() } };
  await em.nativeDelete(Session, past);
  await em.nativeDelete(PasswordReset, past);
  await em.nativeDelete(PendingSignIn, past);
  await em.nativeDelete(KnownDevice, past);
}
