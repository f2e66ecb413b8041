import { probe } from '@kith/db/testing';
import { createOutboundClient } from '@kith/platform';
import { expect } from 'vitest';
import { type Person, startCast } from './testApp.ts';
import { startReceiver } from './webhookReceiver.ts';

/** The URL that members enter for a webhook. */
export const address = 'https://hook.kith.test/secret-path';

/**
 * Starts the whole server with its members, and a receiver on this machine for their webhooks. The queue refuses every job, so
 * that jobs stay pending until a test runs them.
 */
export async function startHooks() {
  const cast = await startCast();
  const { domain } = cast.server.deps;
  domain.queue.add = () => Promise.reject(new Error('no queue'));
  const receiver = await startReceiver();
  const outbound = createOutboundClient({ allowPrivate: true, timeoutMs: 2_000 });
  return {
    ...cast,
    receiver,
    outbound,
    /** A webhook created through the endpoint, whose URL is then changed to the receiver's. */
    async hook(who: Person): Promise<{ webhookId: number; secret: string }> {
      const { status, body } = await who.post('/webhooks', { url: address });
      expect(status).toBe(201);
      await probe(domain.db, 'update webhooks set url = $1 where id = $2', [receiver.url, body.data.webhookId]);
      return body.data;
    },
    async close() {
      receiver.close();
      outbound.close();
      await cast.server.close();
    },
  };
}
