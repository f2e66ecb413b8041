import { request as requestPlain } from 'node:http';
import { Agent, request as requestSafe } from 'node:https';
import type { Log, Pusher, PushOutcome } from '@kith/domain';
import { encryptPush } from './encrypt.ts';
import { FailingHosts } from './failingHosts.ts';
import { InsideError, lookupOutside, refuseInside } from './outside.ts';
import { vapid } from './vapid.ts';

interface PusherOptions {
  log: Log;
  /** The address that members use: whom a push service may ask about what comes from here. */
  publicUrl: string;
  /** For all of one push, in milliseconds. */
  patience?: number;
  /** Lets a test's own server on this machine be pushed to, by plain http. Never set while anybody uses Kith. */
  anywhere?: boolean;
  /** Name servers instead of the system's. */
  servers?: string[];
}

/** Seconds for which a push service keeps what it cannot hand over. */
const lifetime = 24 * 3_600;

/** Seconds of `Retry-After`, which may be a date; null when it says nothing. */
function patienceOf(header: string | undefined, now: number): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

const outcomeOf = (status: number, retryAfter: string | undefined): PushOutcome => {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return { later: patienceOf(retryAfter, Date.now()) };
  // Also where it leads elsewhere: nobody follows.
  return 'refused';
};

/** Pushes over the open internet, encrypted for the device and signed for its service. What an answer says beside its status is not read. */
export function createPusher(options: PusherOptions): Pusher {
  const { log, publicUrl, patience = 10_000, anywhere = false, servers } = options;
  const lookup = lookupOutside({ ...(servers && { servers }), patience: Math.min(patience, 3_000) });
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
      // A short answer leaves the connection for the next push; an endless one ends it with the time that is given.
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
        // Once, and not for each of a thousand devices: a server may have no way out at all. Never with the address, which is secret.
        if (!told) log.warn({ reason: code ?? name }, 'a push service cannot be reached; it is tried again later');
        told = true;
        return { later: null };
      }
    },
    close: () => agent.destroy(),
  };
}
