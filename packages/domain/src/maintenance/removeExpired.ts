import { KnownDevice, PasswordReset, PendingSignIn, Session } from '@kith/db';
import type { Context } from '../context.ts';
import { removeOldExports } from '../exports/memberExport.ts';

/** Removes sessions, reset codes, pending sign-ins, known browsers and members' exports past their time. */
export async function removeExpired(ctx: Context): Promise<void> {
  const em = ctx.db.em();
  const past = { expiresAt: { $lte: ctx.clock.now() } };
  await em.nativeDelete(Session, past);
  await em.nativeDelete(PasswordReset, past);
  await em.nativeDelete(PendingSignIn, past);
  await em.nativeDelete(KnownDevice, past);
  await removeOldExports(ctx);
}
