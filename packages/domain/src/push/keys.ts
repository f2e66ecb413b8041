import { createECDH } from 'node:crypto';
import { ServerSecret } from '@kith/db';
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
  const made = { name: secretName, value: padded.toString('base64url') };
  const { value: privateKey } = await db.em().upsert(ServerSecret, made, { onConflictAction: 'ignore' });
  pair.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: pair.getPublicKey('base64url', 'uncompressed') };
}

/** What a browser needs to subscribe to this server's pushes. */
export const readPushKey = async (ctx: Context): Promise<{ key: string }> => ({ key: (await pushKeys(ctx)).publicKey });
