import { setTimeout as wait } from 'node:timers/promises';
import { slowToParse } from '@kith/domain/testing';

export interface ProbeOrder {
  url: string;
  token: string;
  path: string;
  /** Of each body. */
  bytes: number;
}

export interface ProbeReport {
  name: string;
  status: number;
  /** The slowest answer of /healthz while the body was on its way and looked at, in milliseconds. */
  worstMs: number;
}

// A client in a process of its own, so that what it does is not taken for the server's slowness.
process.on('message', async ({ url, token, path, bytes }: ProbeOrder) => {
  await fetch(`${url}/healthz`);
  for (const [name, body] of Object.entries(slowToParse(bytes))) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(body)]), 'photo.png');
    const answers = () =>
      fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    // Another process may have had the machine: a server that is slow by itself is slow each time.
    let report: ProbeReport = { name, status: 0, worstMs: Number.POSITIVE_INFINITY };
    for (let i = 0; i < 3 && report.worstMs > 50; i++) {
      let done = false;
      const upload = answers().finally(() => {
        done = true;
      });
      let worstMs = 0;
      do {
        const began = performance.now();
        await (await fetch(`${url}/healthz`)).text();
        worstMs = Math.max(worstMs, performance.now() - began);
        await wait(2);
      } while (!done);
      const { status } = await upload;
      report = { name, status, worstMs: Math.min(report.worstMs, worstMs) };
    }
    process.send?.(report);
  }
  process.disconnect?.();
});
