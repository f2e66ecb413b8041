import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A received request. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushService {
  origin: string;
  received: Received[];
  /** The status and headers of the responses from now on. */
  answer: { status: number; headers?: Record<string, string> };
  close(): void;
}

/** A push service on this machine that records what it receives. */
export async function startPushService(): Promise<PushService> {
  const service: PushService = { origin: '', received: [], answer: { status: 201 }, close: () => server.close() };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    service.received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(service.answer.status, service.answer.headers).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

const { subtle } = globalThis.crypto;
const text = new TextEncoder();
const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));
const p256 = (name: string) => ({ name, namedCurve: 'P-256' });

async function derive(
  input: ArrayBuffer | Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
) {
  const key = await subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** A browser: creates a subscription and decrypts messages with WebCrypto (RFC 8291, RFC 8188). */
export async function createBrowser() {
  const pair = await subtle.generateKey(p256('ECDH'), true, ['deriveBits']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const auth = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return {
    keys: { p256dh: Buffer.from(publicKey).toString('base64url'), auth: Buffer.from(auth).toString('base64url') },

    async read({ body, headers }: Received): Promise<{ tag: string; badge: number; path: string; body: string }> {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as browsers know it');
      const salt = new Uint8Array(body.subarray(0, 16));
      const length = body.readUInt8(20);
      const theirs = new Uint8Array(body.subarray(21, 21 + length));
      const sender = await subtle.importKey('raw', theirs, p256('ECDH'), false, []);
      const shared = await subtle.deriveBits({ name: 'ECDH', public: sender }, pair.privateKey, 256);
      const info = new Uint8Array([...text.encode('WebPush: info\0'), ...publicKey, ...theirs]);
      const secret = await derive(shared, auth, info, 32);
      const key = await derive(secret, salt, text.encode('Content-Encoding: aes128gcm\0'), 16);
      const iv = await derive(secret, salt, text.encode('Content-Encoding: nonce\0'), 12);
      const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
      const plain = Buffer.from(
        await subtle.decrypt({ name: 'AES-GCM', iv }, aes, new Uint8Array(body.subarray(21 + length))),
      );
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

/** The claims of the sender's token, if its signature matches the key in the request. Throws otherwise. */
export async function readSender({
  headers,
}: Received): Promise<{ key: string; aud: string; exp: number; sub: string }> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const verifier = await subtle.importKey('raw', bytes(key), p256('ECDSA'), false, ['verify']);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  if (!(await subtle.verify(algorithm, verifier, bytes(signature), text.encode(`${head}.${claims}`))))
    throw new Error('not signed with the key that came along');
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
