import { request as requestPlain } from 'node:http';
import { Agent, request as requestSafe } from 'node:https';
import type { Log, Pusher, PushOutcome } from '@kith/domain';
import { encryptPush } from './encrypt.ts';
import { FailingHosts } from './failingHosts.ts';
import { InsideError, publicLookup, refuseInside } from './outside.ts';
import { vapid } from './vapid.ts';

interface PusherOptions {
  log: Log;
  /** The public address of this server, which push services may use to contact its operator. */
  publicUrl: string;
  /** Time-out of a whole push, in milliseconds. */
  patience?: number;
  /** Allows plain http to this machine, for a test's own push server. Never set in production. */
  anywhere?: boolean;
  /** Name servers instead of the system's. */
  servers?: string[];
}

/** How long a push service keeps a message that it cannot deliver, in seconds. */
const lifetime = 24 * 3_600;

/** The seconds of `Retry-After`, which may also be a date; null if it has neither. */
function patienceOf(header: string | undefined, now: number): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

const outcomeOf = (status: number, retryAfter: string | undefined): PushOutcome => {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return { later: patienceOf(retryAfter, Date.now()) };
  // Redirects count as refusals: they are not followed.
  return 'refused';
};

/** Web Push, encrypted for the device and signed for its service. Of a response, only the status is read. */
export function createPusher(options: PusherOptions): Pusher {
  const { log, publicUrl, patience = 10_000, anywhere = false, servers } = options;
  const lookup = publicLookup({ ...(servers && { servers }), patience: Math.min(patience, 3_000) });
  const failing = new FailingHosts();
  const agent = new Agent({ keepAlive: true, maxSockets: 20, maxFreeSockets: 5, timeout: 30_000 });
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:kith@localhost';
  let told = false;

  function post(url: URL, headers: Record<string, string | number>, body: Buffer): Promise<PushOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<PushOutcome>();
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(patience) };
    if (!anywhere) {
      if (url.protocol !== 'https:') throw new InsideError('only https leads outside');
      refuseInside(url.hostname);
    }
    const asked = anywhere ? requestPlain(url, options) : requestSafe(url, { ...options, agent, lookup });
    let connected = false;
    asked.on('socket', (socket) => {
      connected = asked.reusedSocket;
      if (!connected) socket.once(anywhere ? 'connect' : 'secureConnect', () => (connected = true));
    });
    asked.on('response', (response) => {
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']));
      // A short response keeps the connection alive for the next push; an endless one is cut off by the time-out.
      response.on('error', () => {});
      response.resume();
    });
    asked.on('error', (error) => {
      if (!connected && !(error instanceof InsideError)) failing.failed(url.host);
      reject(error);
    });
    asked.end(body);
    return promise;
  }

  return {
    async send(to, push, keys) {
      try {
        const url = new URL(to.endpoint);
        const wait = failing.wait(url.host);
        if (wait !== null) return { later: wait };
        const body = encryptPush(push.text, to);
        const headers = {
          authorization: vapid(url, keys, subject, new Date()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': body.length,
          ttl: lifetime,
          topic: push.topic,
          urgency: push.urgent ? 'high' : 'normal',
        };
        const outcome = await post(url, headers, body);
        told = false;
        return outcome;
      } catch (error) {
        const { code, name } = error as { code?: string; name: string };
        if (error instanceof InsideError) {
          log.warn({ reason: error.message }, 'a push address is not of the open internet: its device is forgotten');
          return 'gone';
        }
        // Logged once and not for each of a thousand devices, because a server may have no internet access. The address is a
        // secret and is not logged.
        if (!told) log.warn({ reason: code ?? name }, 'a push service cannot be reached; it is tried again later');
        told = true;
        return { later: null };
      }
    },
    close: () => agent.destroy(),
  };
}
