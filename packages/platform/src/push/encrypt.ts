import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushAddress } from '@kith/domain';

/** The size of the single record of a body: 4,096 bytes, which every push service accepts. */
const recordSize = 4_096;

/** Texts are padded to a multiple of this many bytes, so that the push service learns nothing from their length. */
const step = 1_024;

const bytes = (input: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));

/** The random values of a message; only tests pass them. */
export interface Drawn {
  salt: Buffer;
  privateKey: Buffer;
}

/**
 * Encrypts for one browser (RFC 8291, content coding aes128gcm of RFC 8188): the push service cannot read it. Throws when
 * `p256dh` is not a point of the curve.
 */
export function encryptPush(text: string, { p256dh, auth }: PushAddress, drawn?: Drawn, padded = true): Buffer {
  const own = createECDH('prime256v1');
  if (drawn) own.setPrivateKey(drawn.privateKey);
  else own.generateKeys();
  const salt = drawn?.salt ?? randomBytes(16);
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = own.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = bytes(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = bytes(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = bytes(secret, salt, 'Content-Encoding: nonce\0', 12);

  // The byte 2 marks the last record; padding zeros follow.
  const plain = Buffer.concat([Buffer.from(text), Buffer.of(2)]);
  const filled = padded ? Buffer.concat([plain, Buffer.alloc(-plain.length & (step - 1))]) : plain;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = [cipher.update(filled), cipher.final(), cipher.getAuthTag()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, header, ours, ...body]);
}
