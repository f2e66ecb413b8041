import { createECDH } from 'node:crypto';
import { serverQueries } from '@kith/db';
import type { Context } from '../context.ts';
import type { PushKeys } from '../ports.ts';

export const curve = 'prime256v1';
export const secretName = 'push';

/** The server's VAPID key pair, created by the first caller. It is read each time, so that no process keeps using old keys. */
export async function pushKeys({ db }: Context): Promise<PushKeys> {
  const pair = createECDH(curve);
  pair.generateKeys();
  const padded = Buffer.alloc(32);
  const generated = pair.getPrivateKey();
  generated.copy(padded, padded.length - generated.length);
  const [row] = await db.run(serverQueries.secret, [secretName, padded.toString('base64url')]);
  const privateKey = row?.value ?? '';
  pair.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: pair.getPublicKey('base64url', 'uncompressed') };
}

/** What a browser needs to subscribe to this server's pushes. */
export const readPushKey = async (ctx: Context): Promise<{ key: string }> => ({ key: (await pushKeys(ctx)).publicKey });
