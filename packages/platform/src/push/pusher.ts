import type { Log, OutboundFailure, OutboundRequest, Pusher, PushOutcome } from '@kith/domain';
import { createOutboundClient, type OutboundOptions } from '../outbound/outboundClient.ts';
import { encryptPush } from './encrypt.ts';
import { vapid } from './vapid.ts';

interface PusherOptions extends OutboundOptions {
  log: Log;
  /** The public address of this server, which push services may use to contact its operator. */
  publicUrl: string;
}

/** How long a push service keeps a message that it cannot deliver, in seconds. */
const lifetime = 24 * 3_600;

const outcomeOf = ({ status, retryAfter }: { status: number; retryAfter: number | null }): PushOutcome => {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return { later: retryAfter };
  // Redirects count as refusals: they are not followed.
  return 'refused';
};

/**
 * Web Push, encrypted for the device and signed for the push service. Of a response, only the status and Retry-After are read.
 */
export function createPusher(options: PusherOptions): Pusher {
  const { log, publicUrl, ...connection } = options;
  const outbound = createOutboundClient(connection);
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:kith@localhost';
  let warned = false;

  const request = (...[to, push, keys]: Parameters<Pusher['send']>): OutboundRequest => ({
    method: 'POST',
    url: to.endpoint,
    headers: {
      authorization: vapid(new URL(to.endpoint), keys, subject, new Date()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: lifetime,
      topic: push.topic,
      urgency: push.urgent ? 'high' : 'normal',
    },
    body: encryptPush(push.text, to),
  });

  return {
    async send(...given) {
      const answer = await Promise.try(() => outbound.request(request(...given))).catch(
        (error: Error): OutboundFailure => ({ failed: 'unreachable', reason: error.name }),
      );
      if (!('failed' in answer)) {
        warned = false;
        return outcomeOf(answer);
      }
      const { failed, reason } = answer;
      if (failed === 'paused') return { later: answer.seconds };
      if (failed === 'inside') {
        log.warn({ reason }, 'a push address is not public: its device is removed');
        return 'gone';
      }
      // This is logged once and not for each of a thousand devices, because a server may have no internet access. The address is
      // a secret and is not logged.
      if (!warned) log.warn({ reason }, 'a push service is unavailable and will be retried later');
      warned = true;
      return { later: null };
    },
    close: () => outbound.close(),
  };
}
