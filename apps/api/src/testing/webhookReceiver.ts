import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of a body is what it asserts
  json: any;
}

/** A receiver of webhooks on this machine that records its requests. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    url: '',
    received,
    answer: (response: ServerResponse): unknown => response.writeHead(204).end(),
    /** Returns and clears what was received so far. */
    take: () => received.splice(0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body, json: JSON.parse(body) });
    receiver.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

const { subtle } = globalThis.crypto;

/** Verifies the signature with WebCrypto, as a library of Standard Webhooks does. */
export async function isSigned({ headers, body }: Received, secret: string): Promise<boolean> {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const [version, signature = ''] = String(headers['webhook-signature']).split(',');
  const signed = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const fresh = Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000) < 300;
  return fresh && version === 'v1' && subtle.verify('HMAC', key, Buffer.from(signature, 'base64'), signed);
}
