import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Context } from './context.ts';
import { Refusal } from './errors.ts';
import { serverKey } from './serverKey.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const lengthBytes = 2;

/**
 * The length in bytes to which every cursor is padded, so that its length reveals nothing. Cursors of searches contain words.
 */
const plainBytes = (list: string): number => (list.startsWith('search.') ? 720 : 96);

/**
 * Encrypts a cursor for a client, because a cursor may refer to a row that its reader may not see. Neither its content nor its
 * length reveals that row. `list` names the list with its parameters and its reader: the cursor is valid for this list only.
 */
export async function sealCursor(ctx: Context, list: string, cursor: string): Promise<string> {
  const plain = Buffer.alloc(plainBytes(list));
  plain.writeUInt16BE(plain.write(cursor, lengthBytes, 'utf8'));
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, await serverKey(ctx, 'cursors'), iv);
  cipher.setAAD(Buffer.from(list));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a cursor of `sealCursor` for the same list. Throws `invalid-cursor`. */
export async function openCursor(ctx: Context, list: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length !== ivBytes + tagBytes + plainBytes(list)) throw new Refusal('invalid-cursor');
  const decipher = createDecipheriv(algorithm, await serverKey(ctx, 'cursors'), bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(list));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    return plain.toString('utf8', lengthBytes, lengthBytes + plain.readUInt16BE());
  } catch {
    throw new Refusal('invalid-cursor');
  }
}
