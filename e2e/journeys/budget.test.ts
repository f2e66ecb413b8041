import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { attachPicture, createMembers, follow, post } from '../fixtures/cast.ts';
import { journey, type Visit } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { waitForIdle } from '../fixtures/waitForIdle.ts';

type Open = (path: string, options?: Visit) => Promise<Page>;

/** Returns the size of a file as the server sends it to a browser that accepts gzip. */
const sent = (address: string) =>
  new Promise<number>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      resolve(bytes);
    }).on('error', reject);
  });

/** What Home loads a moment after its first load, with an icon of its own: whether that is before the page is idle depends on the machine. */
const later = /\/assets\/(?:Today|calendar-days)-/;

/** Returns the gzip size of the scripts that a first visit to `path` loads until the page has been idle for 1.5 seconds. */
async function scripts(visit: Open, path: string, options: Visit = {}) {
  const page = await visit('about:blank', options);
  const addresses = new Set<string>();
  page.on('response', (response) => {
    const isLater = later.test(response.url());
    if (response.request().resourceType() === 'script' && !isLater) addresses.add(response.url());
  });
  const settled = waitForIdle(page);
  await page.clock.install();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await settled();
  await page.clock.runFor(1_500);
  await settled();
  const sizes = await Promise.all(
    [...addresses].map(async (address) => ({ name: new URL(address).pathname, bytes: await sent(address) })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${path}: ${total} bytes of JavaScript in ${sizes.length} files, gzip`);
  return { total, sizes };
}

journey('the first loads of /login and of /home transfer little JavaScript', async ({ visit }) => {
  const origin = inject('origin');
  const [ana, ben] = await createMembers(origin, 'ana', 'ben');
  await follow(origin, ana, ben);
  await attachPicture(origin, ben, await post(origin, ben, 'A picture for the feed'), await testPhoto());
  for (const [path, most, options] of [
    ['/login', 125_000, {}],
    ['/home', 187_000, { as: ana }],
  ] as const) {
    const { total, sizes } = await scripts(visit, path, options);
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(most);
  }
});

test('scripts are served precompressed', async () => {
  const html = await (await fetch(`${inject('origin')}/login`, { headers: { accept: 'text/html' } })).text();
  const script = html.match(/\/assets\/index-[^"]+\.js/)?.[0];
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await fetch(inject('origin') + script, { headers: { 'accept-encoding': encoding } });
    // A Content-Length proves that the file is precompressed: the server cannot know the length when it compresses while sending.
    expect([headers.get('content-encoding'), Number(headers.get('content-length')) > 0]).toEqual([encoding, true]);
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
  }
});

test('the page is compressed, revalidated by ETag, and its CSP allows only its own script', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${inject('origin')}/login`, { headers: { accept: 'text/html', ...headers } });
  const plain = await ask({ 'accept-encoding': 'br;q=0, identity' });
  const html = await plain.text();
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const encoding of ['br', 'gzip']) {
    const page = await ask({ 'accept-encoding': encoding });
    expect([page.headers.get('content-encoding'), page.headers.get('vary')]).toEqual([
      encoding,
      expect.stringContaining('accept-encoding'),
    ]);
    expect(await page.text()).toBe(html);
  }
  expect((await ask({ 'if-none-match': plain.headers.get('etag') as string })).status).toBe(304);
  const scripts = plain.headers.get('content-security-policy')?.match(/script-src ([^;]*)/)?.[1];
  expect(scripts).toMatch(/^'self' 'sha256-[^' ]+'$/);
});
