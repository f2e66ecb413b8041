import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type LookupFunction, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { publicLookup } from './addresses.ts';
import { createOutboundClient } from './outboundClient.ts';

interface Answer {
  4: string[];
  6?: number[][];
}

/** A name server that an attacker runs for their own name. */
let nameServer: Socket;
/** The addresses that the name server returns, by address family. */
let answered: Answer = { 4: [] };
let inner: Server;
let connected = 0;

const types = { 1: 4, 28: 6 } as const;

/** A DNS response to a query, with these addresses and a TTL of zero. */
function answerTo(query: Buffer, addresses: Buffer[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  let end = 12;
  while (query[end] !== 0) end += (query[end] as number) + 1;
  const question = query.subarray(12, end + 5);
  const records = addresses.flatMap((address) => {
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    question.copy(head, 2, question.length - 4);
    head.writeUInt16BE(address.length, 10);
    return [head, address];
  });
  return Buffer.concat([header, question, ...records]);
}

beforeAll(async () => {
  inner = createServer((socket) => {
    connected += 1;
    socket.destroy();
  });
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  nameServer = createSocket('udp4').on('message', (query, { port }) => {
    let end = 12;
    while (query[end] !== 0) end += (query[end] as number) + 1;
    const family = types[query.readUInt16BE(end + 1) as 1 | 28];
    const found =
      family === 4
        ? answered[4].map((address) => Buffer.from(address.split('.').map(Number)))
        : (answered[6] ?? []).map((address) => Buffer.from(address));
    nameServer.send(answerTo(query, found), port, '127.0.0.1');
  });
  nameServer.bind(0, '127.0.0.1');
  await once(nameServer, 'listening');
});
afterAll(() => {
  nameServer.close();
  inner.close();
});
beforeEach(() => {
  connected = 0;
});

const nameServers = () => [`127.0.0.1:${nameServer.address().port}`];
const lookUp = (name: string) =>
  new Promise<string>((done) => {
    const lookup: LookupFunction = publicLookup({ nameServers: nameServers() });
    lookup(name, { all: true }, (error, found) => done(error ? error.name : JSON.stringify(found)));
  });

const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1];

it.each<[string, Answer]>([
  ['an address of this machine', { 4: ['127.0.0.1'] }],
  ['one beside a public one', { 4: ['8.8.8.8', '10.0.0.1'] }],
  ['one in the other family', { 4: ['8.8.8.8'], 6: [mapped] }],
  ['the metadata service of a cloud', { 4: ['169.254.169.254'] }],
])('a name that resolves to %s is never connected to', async (_, answer) => {
  answered = answer;
  const outbound = createOutboundClient({ nameServers: nameServers(), timeoutMs: 2_000 });
  const { port } = inner.address() as AddressInfo;
  expect(await outbound.request({ method: 'POST', url: `https://hook.example:${port}/`, headers: {} })).toMatchObject({
    failed: 'inside',
  });
  const page = { method: 'GET', url: 'http://page.example/', headers: {}, plain: true } as const;
  expect(await outbound.request(page)).toMatchObject({ failed: 'inside' });
  for (const url of [`http://page.example:${port}/`, 'ftp://page.example/'])
    expect(await outbound.request({ ...page, url })).toMatchObject({ failed: 'inside' });
  expect(await outbound.request({ ...page, plain: false })).toMatchObject({ failed: 'inside' });
  expect(connected).toBe(0);
  outbound.close();
});

it('the address of a host is checked when connecting, not when its name was resolved before', async () => {
  answered = { 4: ['8.8.8.8'] };
  expect(await lookUp('rebind.example')).toContain('8.8.8.8');
  answered = { 4: ['127.0.0.1'] };
  const outbound = createOutboundClient({ nameServers: nameServers(), timeoutMs: 2_000 });
  const { port } = inner.address() as AddressInfo;
  const asked = { method: 'POST', url: `https://rebind.example:${port}/`, headers: {} } as const;
  expect(await outbound.request(asked)).toMatchObject({ failed: 'inside' });
  expect(connected).toBe(0);
  outbound.close();
});

it('a host is paused after it could not be reached, but not because of another port or a request without time', async () => {
  answered = { 4: [] };
  const outbound = createOutboundClient({ nameServers: nameServers(), timeoutMs: 2_000 });
  const asked = { method: 'POST', url: 'https://hook.example/', headers: {} } as const;
  const page = { method: 'GET', url: 'http://hook.example/', headers: {}, plain: true } as const;
  expect(await outbound.request({ ...asked, timeoutMs: 1 })).toMatchObject({ failed: 'unreachable' });
  expect(await outbound.request(page)).toMatchObject({ failed: 'unreachable' });
  expect(await outbound.request(asked)).toMatchObject({ failed: 'unreachable' });
  expect(await outbound.request(asked)).toMatchObject({ failed: 'paused' });
  outbound.close();
});
