import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { DeviceSubscription } from '@kith/domain';

/** The size of the single record of a body: 4,096 bytes, which every push service accepts. */
const recordSize = 4_096;

/** Texts are padded to a multiple of this many bytes, so that the push service learns little from their length. */
const paddingBytes = 1_024;

const deriveBytes = (input: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));

/** The random values of a message; only tests pass them. */
export interface EphemeralKeys {
  salt: Buffer;
  privateKey: Buffer;
}

/**
 * Encrypts a text for one browser (RFC 8291, content coding aes128gcm of RFC 8188), so that the push service cannot read the
 * text. Throws when `p256dh` is not a point of the curve.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: DeviceSubscription,
  ephemeral?: EphemeralKeys,
  padded = true,
): Buffer {
  const sender = createECDH('prime256v1');
  if (ephemeral) sender.setPrivateKey(ephemeral.privateKey);
  else sender.generateKeys();
  const salt = ephemeral?.salt ?? randomBytes(16);
  const receiverKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = deriveBytes(sender.computeSecret(receiverKey), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = deriveBytes(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = deriveBytes(secret, salt, 'Content-Encoding: nonce\0', 12);

  // The byte 2 marks the last record; padding zeros follow.
  const plain = Buffer.concat([Buffer.from(text), Buffer.of(2)]);
  const filled = padded ? Buffer.concat([plain, Buffer.alloc(-plain.length & (paddingBytes - 1))]) : plain;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = [cipher.update(filled), cipher.final(), cipher.getAuthTag()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, header, senderKey, ...body]);
}
