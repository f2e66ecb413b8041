import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { slowToParse } from '@kith/domain/testing';

export interface ProbeOrder {
  url: string;
  token: string;
  path: string;
  /** The size of a body. */
  bytes: number;
}

export interface ProbeReport {
  name: string;
  status: number;
  /** The slowest response of /healthz while the body was sent and processed, in milliseconds. */
  worstMs: number;
}

/** Sends a picture in chunks, so that this process itself stays responsive. */
async function send({ url, token, path }: ProbeOrder, body: Buffer): Promise<number> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="photo.png"\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': head.length + body.length + tail.length,
  };
  const upload = request(url + path, { method: 'POST', headers });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  upload.on('error', reject);
  upload.on('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  async function* pieces() {
    yield Buffer.from(head);
    for (let at = 0; at < body.length; at += 2 ** 16) yield body.subarray(at, at + 2 ** 16);
    yield Buffer.from(tail);
  }
  await pipeline(Readable.from(pieces()), upload);
  return promise;
}

/** Sends one upload, and returns the slowest response of /healthz meanwhile. */
async function probe(order: ProbeOrder, name: string, body: Buffer): Promise<ProbeReport> {
  let done = false;
  const upload = send(order, body).finally(() => {
    done = true;
  });
  let worstMs = 0;
  do {
    const began = performance.now();
    await (await fetch(`${order.url}/healthz`)).text();
    worstMs = Math.max(worstMs, performance.now() - began);
    await wait(2);
  } while (!done);
  return { name, status: await upload, worstMs };
}

// This client runs in a separate process, so that its own work does not count as the server's delay.
process.on('message', async (order: ProbeOrder) => {
  await fetch(`${order.url}/healthz`);
  for (const [name, body] of Object.entries(slowToParse(order.bytes))) {
    let report = await probe(order, name, body);
    // Another process may have used the CPU, so the best of several attempts counts: a slow server is slow in each.
    for (let i = 0; i < 4 && report.worstMs > 50; i++) report = await probe(order, name, body);
    process.send?.(report);
  }
  process.disconnect?.();
});
