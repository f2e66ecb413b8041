import { randomBytes } from 'node:crypto';
import { type Database, ServerSecret } from '@kith/db';
import type { Context } from './context.ts';

const keys = new WeakMap<Database, Map<string, Promise<Buffer>>>();

/** A random key of 256 bits per purpose, shared by all processes; stored in the database and read once per process. */
export function serverKey(
  { db }: Context,
  purpose: 'pictures' | 'cursors' | 'secondFactors' | 'webhooks',
): Promise<Buffer> {
  const known = keys.get(db) ?? new Map<string, Promise<Buffer>>();
  keys.set(db, known);
  let key = known.get(purpose);
  if (!key) {
    const made = { name: purpose, value: randomBytes(32).toString('base64url') };
    key = db
      .em()
      .upsert(ServerSecret, made, { onConflictAction: 'ignore' })
      .then(({ value }) => Buffer.from(value, 'base64url'));
    known.set(purpose, key);
    key.catch(() => known.delete(purpose));
  }
  return key;
}
