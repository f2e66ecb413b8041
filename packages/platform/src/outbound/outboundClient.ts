import { type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent, request as requestSafe } from 'node:https';
import type { OutboundClient, OutboundRequest, OutboundResponse } from '@kith/domain';
import { LRUCache } from 'lru-cache';
import { PrivateAddressError, publicLookup, refusePrivateAddress } from './addresses.ts';

export interface OutboundOptions {
  /** Time-out of a whole request, in milliseconds. */
  timeoutMs?: number;
  /** Allows plain http to this machine, or to the addresses that it picks, for a test's own server. Never set in production. */
  allowPrivate?: boolean | ((url: URL) => boolean);
  /** Name servers instead of the system's. */
  nameServers?: string[];
}

/** A response body that nobody reads is cut off after this many bytes; after a shorter body the connection can be reused. */
const maxUnreadBytes = 64 * 1024;

/** How long no request is sent to a host that could not be reached, in milliseconds. */
const pauseMs = 30_000;

/**
 * A host counts as one that cannot be reached only if it had so many milliseconds. Whoever runs the page before a redirect decides how
 * much time is left for the next host, and must not be able to pause it for the webhooks of others.
 */
const reachMs = 1_000;

/** The seconds of `Retry-After`, which may also be a date; null for anything else. */
function secondsOf(header: string | undefined, now: number): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/**
 * Reads at most `maxBytes` bytes of the body, and nothing of a body that is not of `types`. A response without a body is complete
 * at once.
 */
function read(response: IncomingMessage, maxBytes: number, types: RegExp | undefined): Promise<OutboundResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
  const chunks: Buffer[] = [];
  let size = 0;
  const { location = null, 'retry-after': retryAfter, 'content-type': contentType = null } = response.headers;
  const answer = () =>
    resolve({
      status: response.statusCode ?? 0,
      location,
      retryAfter: secondsOf(retryAfter, Date.now()),
      contentType,
      body: Buffer.concat(chunks).subarray(0, maxBytes),
    });
  if (maxBytes === 0) answer();
  else if (types && !types.test(contentType ?? '')) {
    answer();
    response.destroy();
    return promise;
  }
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (maxBytes > 0) chunks.push(chunk);
    if (size < (maxBytes || maxUnreadBytes)) return;
    answer();
    response.destroy();
  });
  response.on('end', answer);
  response.on('error', reject);
  return promise;
}

/**
 * A client for requests to addresses that members entered: on the public internet only, by https unless http is allowed too,
 * without redirects, with a time-out that includes the body, and with a limit of the body's size.
 */
export function createOutboundClient({
  timeoutMs = 10_000,
  allowPrivate = false,
  nameServers,
}: OutboundOptions = {}): OutboundClient {
  const lookup = publicLookup({ ...(nameServers && { nameServers }), timeoutMs: Math.min(timeoutMs, 3_000) });
  // Requests to hosts that cannot be reached must not delay those to other hosts. The key is the origin: a closed port of a service
  // does not block its other ports, also where http and https have their usual ones.
  const failing = new LRUCache<string, true>({ max: 1_000, ttl: pauseMs });
  const agent = new Agent({ keepAlive: true, maxSockets: 20, maxFreeSockets: 5, timeout: 30_000 });

  function refuse({ protocol, port, hostname }: URL, plain: boolean): void {
    if (protocol !== 'https:' && !(plain && protocol === 'http:'))
      throw new PrivateAddressError(`only ${plain ? 'http and https lead' : 'https leads'} outside`);
    if (plain && port !== '') throw new PrivateAddressError('pages are read at the usual ports alone');
    refusePrivateAddress(hostname);
  }

  function send(url: URL, asking: OutboundRequest): Promise<OutboundResponse> {
    const { method, headers, body, maxBytes = 0, types, plain = false } = asking;
    const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
    const limitMs = Math.min(timeoutMs, asking.timeoutMs ?? timeoutMs);
    const options = { method, headers, signal: AbortSignal.timeout(limitMs) };
    const exempt = typeof allowPrivate === 'function' ? allowPrivate(url) : allowPrivate;
    if (!exempt) refuse(url, plain);
    const secure = !exempt && url.protocol === 'https:';
    const asked = secure
      ? requestSafe(url, { ...options, agent, lookup })
      : requestPlain(url, { ...options, ...(!exempt && { agent: false, lookup }) });
    let connected = false;
    asked.on('socket', (socket) => {
      connected = asked.reusedSocket;
      if (!connected) socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true));
    });
    asked.on('response', (response) => void read(response, maxBytes, types).then(resolve, reject));
    asked.on('error', (error) => {
      if (!connected && limitMs >= reachMs && !(error instanceof PrivateAddressError)) failing.set(url.origin, true);
      reject(error);
    });
    asked.end(body);
    return promise;
  }

  return {
    async request(asked) {
      try {
        const url = new URL(asked.url);
        const waitMs = failing.getRemainingTTL(url.origin);
        if (waitMs > 0)
          return { failed: 'paused', reason: 'it could not be reached', seconds: Math.ceil(waitMs / 1_000) };
        return await send(url, asked);
      } catch (error) {
        const { code, name, message } = error as { code?: string; name: string; message: string };
        if (error instanceof PrivateAddressError) return { failed: 'inside', reason: message };
        return { failed: 'unreachable', reason: code ?? name };
      }
    },
    close: () => agent.destroy(),
  };
}
