// Long: sends bodies slowly, by the clock; uploads.test.ts covers their refusals.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { craftPng } from '@kith/domain/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { defaultMinimumSpeed } from '../images/receive.ts';
import { cast, type Person, signUpAndIn, startTestApp, type TestApp } from '../testing/testApp.ts';

const full = inject('fullUploads');

let server: TestApp;
let alice: Person;
let bob: Person;
let folder: string;
let url: string;
let path: string;
let bobsPath: string;

async function pathOf(who: Person): Promise<string> {
  const { body } = await who.post('/posts', { userId: who.userId, caption: 'with a picture' });
  return `/posts/${body.data.postId}/image`;
}

beforeAll(async () => {
  // The time-outs are short: a second for bodies, more for uploads that keep the minimum rate.
  const bodyLimits = { bodyMs: 1_000, upload: { windowMs: 800, bytes: 8_192, deadlineMs: 20_000 } };
  server = await startTestApp({}, full ? {} : { bodyLimits });
  folder = join(server.deps.settings.dataDir, 'media-store/temporary');
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ alice, bob } = await cast(server.app));
  path = await pathOf(alice);
  bobsPath = await pathOf(bob);
});
afterAll(() => server.close());

const boundary = 'kith-boundary';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.png"\r\nContent-Type: image/png\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

/** Opens an upload with a declared length whose bytes the test sends. A `using` declaration in the test closes the upload. */
function begin(who: Person, to: string, length: number, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  const all = {
    host: 'kith.test',
    authorization: `Bearer ${who.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + 1 + length + tail.length),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${to} HTTP/1.1\r\n${lines.join('')}\r\n${head}x`);
  return {
    socket,
    status: () => Number(answer.split(' ')[1] ?? 0),
    closed: once(socket, 'close'),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

const upload = async (who: Person, to: string, bytes: Buffer, more = {}) => {
  const body = new Uint8Array(Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]));
  const type = `multipart/form-data; boundary=${boundary}`;
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': type, ...more };
  const answer = await fetch(url + to, { method: 'POST', body, headers });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') };
};

const temporaryFiles = async () => (await readdir(folder).catch(() => [])).length;
const broken = Buffer.from('no picture');

describe('a body that is slow to parse', () => {
  it('lets /healthz answer meanwhile', { timeout: 240_000 }, async () => {
    const prober = fork(fileURLToPath(new URL('../testing/prober.ts', import.meta.url)), { execArgv: [] });
    const reports: { name: string; status: number; worstMs: number }[] = [];
    prober.on('message', (report) => reports.push(report as (typeof reports)[number]));
    prober.send({ url, token: alice.token, path, bytes: full ? 15 * 2 ** 20 - 500 : 2 ** 21 });
    await once(prober, 'exit');
    if (full)
      process.stdout.write(`${reports.map(({ name, worstMs }) => `${name}: ${worstMs.toFixed(0)} ms`).join('\n')}\n`);
    expect(reports.length).toBe(14);
    for (const { name, status, worstMs } of reports) {
      expect([413, 415], name).toContain(status);
      // A parser that is not linear would need minutes for such a body.
      expect(worstMs, name).toBeLessThan(10_000);
    }
  });
});

describe('stalled uploads', () => {
  it('take two slots of their member and none of another’s', async () => {
    using first = begin(alice, path, 1_000);
    using second = begin(alice, path, 1_000);
    await expect.poll(temporaryFiles).toBe(2);
    const third = await upload(alice, path, broken);
    expect([third.status, third.code, third.retryAfter]).toEqual([429, 'rate-limited', '5']);
    expect((await upload(bob, bobsPath, broken)).status).toBe(415);
    expect([first.status(), second.status()]).toEqual([0, 0]);
    // A disconnect releases the slot at once.
    first.socket.destroy();
    await expect.poll(async () => (await upload(alice, path, broken)).status, { timeout: 700 }).toBe(415);
  });

  it('are cut off when they are slower than the minimum rate, and leave nothing', { timeout: 60_000 }, async () => {
    using stalled = begin(alice, path, 1_000);
    await stalled.closed;
    expect(stalled.status()).toBe(400);
    await expect.poll(temporaryFiles).toBe(0);
    expect((await upload(alice, path, broken)).status).toBe(415);
  });

  it('with a slow but steady rate succeed, where any other body does not', { timeout: 260_000 }, async () => {
    // The upload is sent at 1 Mbit/s, so 15 MiB take 126 s. Unless `full` is set, only a fiftieth of that is sent.
    const bytes = full ? 15 * 2 ** 20 - 500 : 300_000;
    using slow = begin(alice, path, bytes);
    for (let left = bytes; left > 0; left -= 12_500) {
      slow.socket.write(Buffer.alloc(Math.min(left, 12_500)));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    slow.socket.write(tail);
    await slow.closed;
    // The file was received completely and validated: it is not a picture.
    expect(slow.status()).toBe(415);

    using other = begin(alice, '/posts', 1_000, { 'content-type': 'application/json' });
    await other.closed;
    expect(other.status()).toBe(408);
  });

  it('with a content encoding are refused, and take no slot', async () => {
    const packed = gzipSync(craftPng(10, 10));
    for (let i = 0; i < 4; i++) {
      const { status, code } = await upload(alice, path, packed, { 'content-encoding': 'gzip' });
      expect([status, code]).toEqual([415, 'unsupported-media-type']);
    }
    using gone = begin(alice, path, 1_000, { 'content-encoding': 'gzip' });
    await expect.poll(() => gone.status()).toBe(415);
    expect((await upload(alice, path, broken)).status).toBe(415);
  });
});

describe('twenty uploads of 15 MiB at once', () => {
  it('are written to disk while they arrive', { timeout: 60_000 }, async () => {
    const lines: ReturnType<typeof begin>[] = [];
    const bytes = full ? 14 * 2 ** 20 : 2 ** 20;
    try {
      const names = Array.from({ length: 20 }, (_, i) => `member${i}`);
      const users = await Promise.all(names.map((name) => signUpAndIn(server.app, name)));
      const paths = await Promise.all(users.map(pathOf));
      for (const [i, user] of users.entries()) lines.push(begin(user, paths[i] as string, 15 * 2 ** 20));
      for (const { socket } of lines) socket.write(Buffer.alloc(bytes));
      const onDisk = async () => {
        const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
        return (await Promise.all(sizes)).filter((size) => size > bytes - 2 ** 19).length;
      };
      await expect.poll(onDisk, { interval: 20 }).toBe(20);
    } finally {
      for (const { socket } of lines) socket.destroy();
    }
    await expect.poll(temporaryFiles).toBe(0);
  });
});

it('a line of 1 Mbit/s is fast enough', () => {
  expect(defaultMinimumSpeed.bytes / defaultMinimumSpeed.windowMs).toBeLessThan(125 / 4);
  expect(defaultMinimumSpeed.deadlineMs).toBeGreaterThan(4 * 126_000);
});
