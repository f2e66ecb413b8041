import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Context } from '../context.ts';
import { decryptSecret } from '../encryption.ts';

/** Whether a text has the form of an authenticator app's code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A new TOTP secret in base32, and the address that authenticator apps read from a QR code. */
export function newSecret(ctx: Context, userName: string): { secret: string; uri: string } {
  const secret = generateSecret();
  const issuer = `Kith (${new URL(ctx.settings.publicUrl).hostname})`;
  return { secret, uri: generateURI({ issuer, label: userName, secret }) };
}

/**
 * Returns the time step of a correct code, null for a wrong one. Codes of the previous and the next step are accepted too,
 * because clocks differ; otplib compares in constant time. The caller must make sure, in the database, that the code was not
 * used before.
 */
export async function stepOfCode(ctx: Context, userId: number, stored: string, code: string): Promise<number | null> {
  const secret = await decryptSecret(ctx, 'secondFactors', userId, stored);
  const epoch = Math.floor(ctx.clock.now().getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: 30 });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
