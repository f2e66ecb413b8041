import { ECDH } from 'node:crypto';
import { PushSubscription, pushQueries, ServerSecret } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { appendToLog } from '../host/hosts.ts';
import { curve, pushKeys, secretName } from './keys.ts';

/** For operators: creates new push keys. All subscriptions are deleted; browsers subscribe again at their next visit. */
export async function renewPushKeys(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.em().nativeDelete(ServerSecret, { name: secretName });
    await tx.em().nativeDelete(PushSubscription, {});
    await appendToLog(tx, null, { action: 'push-keys-renewed' });
  });
  await pushKeys(ctx);
}

/** The maximum number of devices per member; beyond it, the oldest are deleted. */
const maxDevices = 10;

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  language?: 'en' | 'es' | 'pl' | undefined;
}

/** Whether a key is a point on the curve: with any other key, every encryption would fail. */
function isOnCurve(point: string): boolean {
  try {
    ECDH.convertKey(point, curve, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** The maximum number of attempts when two sessions subscribe the same endpoint at the same time. */
const maxAttempts = 3;

/**
 * Subscribes this session's device to pushes until the session ends. Idempotent. Throws `invalid-subscription`,
 * `unauthenticated`.
 */
export async function subscribeDevice(ctx: Context, actor: Actor, input: Subscription): Promise<void> {
  const { endpoint, keys, language = null } = input;
  if (!isOnCurve(keys.p256dh)) throw new Refusal('invalid-subscription');
  const { sessionId, userId } = actor;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const device = [sessionId, userId, endpoint, keys.p256dh, keys.auth, language, maxDevices] as const;
      const [subscribed] = await ctx.db.run(pushQueries.subscribe, [...device]);
      if (!subscribed) throw new Refusal('unauthenticated');
      return;
    } catch (error) {
      const { constraint } = error as { constraint?: string };
      if (constraint !== 'push_subscriptions_endpoint_key' || attempt === maxAttempts) throw error;
    }
  }
}

/** Unsubscribes this session's device. Idempotent. */
export async function unsubscribeDevice(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.em().nativeDelete(PushSubscription, { session: actor.sessionId });
}
