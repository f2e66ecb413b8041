import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Context } from './context.ts';
import { Refusal } from './errors.ts';
import { serverKey } from './serverKey.ts';

const algorithm = 'aes-256-gcm';
const mark = '~';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a cursor that refers to a row its reader may not see. */
export async function sealCursor(ctx: Context, cursor: string): Promise<string> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, await serverKey(ctx, 'cursors'), iv);
  const text = Buffer.concat([cipher.update(cursor, 'utf8'), cipher.final()]);
  return mark + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a cursor of `sealCursor`; returns any other cursor unchanged. Throws `invalid-cursor`. */
export async function unsealCursor(
  ctx: Context,
  cursor: string | null | undefined,
): Promise<string | null | undefined> {
  if (!cursor?.startsWith(mark)) return cursor;
  const bytes = Buffer.from(cursor.slice(mark.length), 'base64url');
  if (bytes.length <= ivBytes + tagBytes) throw new Refusal('invalid-cursor');
  const decipher = createDecipheriv(algorithm, await serverKey(ctx, 'cursors'), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw new Refusal('invalid-cursor');
  }
}
