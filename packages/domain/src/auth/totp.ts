import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Context } from '../context.ts';
import { serverKey } from '../serverKey.ts';

const algorithm = 'aes-256-gcm';

/** The form of a code of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A new TOTP secret in base32, and the address that authenticator apps read from a QR code. */
export function newSecret(ctx: Context, userName: string): { secret: string; uri: string } {
  const secret = generateSecret();
  const issuer = `Kith (${new URL(ctx.settings.publicUrl).hostname})`;
  return { secret, uri: generateURI({ issuer, label: userName, secret }) };
}

/** Encrypts a member's secret with the server's key. It is bound to the member: copied to another row it cannot be decrypted. */
export async function encryptSecret(ctx: Context, userId: number, secret: string): Promise<string> {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, await serverKey(ctx, 'secondFactors'), iv);
  cipher.setAAD(Buffer.from(String(userId)));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

async function decryptSecret(ctx: Context, userId: number, stored: string): Promise<string> {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(algorithm, await serverKey(ctx, 'secondFactors'), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(String(userId)));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/**
 * The time step of a right code, null for a wrong one. Codes of the steps before and after now are accepted, because clocks differ;
 * compared in constant time by otplib. Whether the code was used before is for the database to decide.
 */
export async function stepOfCode(ctx: Context, userId: number, stored: string, code: string): Promise<number | null> {
  const secret = await decryptSecret(ctx, userId, stored);
  const epoch = Math.floor(ctx.clock.now().getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: 30 });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
