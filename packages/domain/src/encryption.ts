import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Context } from './context.ts';
import { serverKey } from './serverKey.ts';

const algorithm = 'aes-256-gcm';

type Purpose = Parameters<typeof serverKey>[1];

/** Encrypts a text with a key of the server. The result is bound to its owner: in another owner's row it cannot be decrypted. */
export async function encryptSecret(ctx: Context, purpose: Purpose, owner: number, secret: string): Promise<string> {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, await serverKey(ctx, purpose), iv);
  cipher.setAAD(Buffer.from(String(owner)));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

export async function decryptSecret(ctx: Context, purpose: Purpose, owner: number, stored: string): Promise<string> {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(algorithm, await serverKey(ctx, purpose), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(String(owner)));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
