import { createECDH } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isPublicAddress, publicLookup } from '../outbound/addresses.ts';
import { createPusher } from './pusher.ts';

const browserKeys = createECDH('prime256v1');
const keys = {
  publicKey: browserKeys.generateKeys('base64url', 'uncompressed'),
  privateKey: browserKeys.getPrivateKey().toString('base64url').padStart(43, 'A'),
};
const device = createECDH('prime256v1');
const to = (endpoint: string) => ({
  endpoint,
  p256dh: device.generateKeys('base64url', 'uncompressed'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
});
const push = { text: 'hello', topic: 'chat-1', urgent: true };

const warnings: object[] = [];
const log = { info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) };
const options = { log, publicUrl: 'https://kith.test' };

const serversToClose: (Server | SocketServer)[] = [];
afterEach(() => {
  vi.useRealTimers();
  warnings.length = 0;
  for (const server of serversToClose.splice(0)) server.close();
});

async function listen<S extends Server | SocketServer>(server: S): Promise<number> {
  serversToClose.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const service = (answer: (request: IncomingMessage, response: ServerResponse) => void) => listen(createServer(answer));

describe('a public address', () => {
  it.each(['8.8.8.8', '142.250.74.110', '2a00:1450:4001:80b::200e'])('%s is one', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not one', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a push', () => {
  it('never connects to this machine or a private network, however it is named, and reports the device as gone', async () => {
    let connected = 0;
    const port = await listen(
      createSocketServer((socket) => {
        connected += 1;
        socket.destroy();
      }),
    );
    const pusher = createPusher({ ...options, timeoutMs: 2_000 });
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      '2130706433',
      '0x7f.1',
      '169.254.169.254',
    ])
      expect([host, await pusher.send(to(`https://${host}:${port}/`), push, keys)]).toEqual([host, 'gone']);
    expect(await pusher.send(to(`http://127.0.0.1:${port}/`), push, keys)).toBe('gone');
    expect(connected).toBe(0);
    expect(warnings).toHaveLength(8);
    expect(JSON.stringify(warnings)).not.toContain('127.0.0.1');
    pusher.close();
  });

  it('gives up a DNS lookup without an answer, blocks no thread, and pauses that host', async () => {
    let queries = 0;
    const silent = createSocket('udp4').on('message', () => {
      queries += 1;
    });
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const nameServers = [`127.0.0.1:${silent.address().port}`];
    // The clock stands, because a busy machine may take longer than a second until it asks for the rest of the pause.
    vi.useFakeTimers({ toFake: ['performance'] });
    // The lookups last much longer than reading a file does, even on a busy machine.
    const pusher = createPusher({ ...options, timeoutMs: 1_000, nameServers });
    const sending = Promise.all(
      Array.from({ length: 40 }, (_, i) => pusher.send(to(`https://host${i}.example/`), push, keys)),
    );
    const first = await Promise.race([
      sending.then(() => 'pushes'),
      readFile(import.meta.filename).then(() => 'a file'),
    ]);
    expect(first).toBe('a file');
    expect(await sending).toEqual(Array(40).fill({ later: null }));
    await expect.poll(() => queries).toBeGreaterThanOrEqual(40);
    const asked = queries;
    expect(await pusher.send(to('https://host7.example/'), push, keys)).toEqual({ later: 30 });
    expect(queries).toBe(asked);
    const failed = await new Promise<Error | null>((done) =>
      publicLookup({ timeoutMs: 50, nameServers })('other.example', { all: true }, done),
    );
    expect(failed).toBeInstanceOf(Error);
    pusher.close();
    silent.close();
  });

  it('tracks unresponsive hosts by host and port', async () => {
    const port = await service((_, response) => response.writeHead(201).end());
    const closed = await listen(createSocketServer());
    serversToClose.pop()?.close();
    const pusher = createPusher({ ...options, allowPrivate: true });
    const send = (at: number) => pusher.send(to(`http://127.0.0.1:${at}/`), push, keys);
    expect([await send(closed), await send(closed)]).toEqual([{ later: null }, { later: 30 }]);
    expect([await send(port), await send(port)]).toEqual(['sent', 'sent']);
    pusher.close();
  });

  it.each([
    [201, {}, 'sent'],
    [404, {}, 'gone'],
    [410, {}, 'gone'],
    [400, {}, 'refused'],
    [403, {}, 'refused'],
    [413, {}, 'refused'],
    [302, { location: 'http://127.0.0.1:1/' }, 'refused'],
    [429, { 'retry-after': '120' }, { later: 120 }],
    [503, {}, { later: null }],
    [500, { 'retry-after': 'soon' }, { later: null }],
  ] as const)('maps the response %i %o to %o', async (status, headers, outcome) => {
    const port = await service((_, response) => response.writeHead(status, headers).end());
    const pusher = createPusher({ ...options, allowPrivate: true });
    expect(await pusher.send(to(`http://127.0.0.1:${port}/`), push, keys)).toEqual(outcome);
    pusher.close();
  });

  it('accepts a date in Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    const at = new Date(Date.now() + 60_000).toUTCString();
    const port = await service((_, response) => response.writeHead(429, { 'retry-after': at }).end());
    const pusher = createPusher({ ...options, allowPrivate: true });
    expect(await pusher.send(to(`http://127.0.0.1:${port}/`), push, keys)).toEqual({ later: 60 });
    pusher.close();
  });

  it('times out for a service that does not respond, and logs it once, without the address', async () => {
    const port = await service(() => {});
    const pusher = createPusher({ ...options, allowPrivate: true, timeoutMs: 200 });
    for (let i = 0; i < 3; i += 1)
      expect(await pusher.send(to(`http://127.0.0.1:${port}/secret-address`), push, keys)).toEqual({ later: null });
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('secret-address');
    pusher.close();
  });
});
