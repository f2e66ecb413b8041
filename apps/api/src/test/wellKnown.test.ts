import { describe, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';

const { alice, stranger } = await castForFile({
  SECURITY_CONTACT: 'mailto:security@kith.test',
  PUBLIC_URL: 'https://kith.test',
});

describe('well-known files', () => {
  it('include security.txt, which expires within a year', async () => {
    const { status, headers, body } = await stranger.get('/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const { Contact, Expires, Canonical } = Object.fromEntries(
      (body as string).split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)),
    );
    expect([Contact, Canonical]).toEqual(['mailto:security@kith.test', 'https://kith.test/.well-known/security.txt']);
    const days = (Date.parse(Expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  it('lead password managers to where the password is changed', async () => {
    const { status, headers } = await stranger.get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([303, '/account?popup=privacy']);
    const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await stranger.get(none)).status).toBe(404);
  });

  it('include a robots.txt that excludes what needs a session, and allows public pages', async () => {
    const { status, body } = await stranger.get('/robots.txt');
    expect([status, body]).toEqual([200, expect.stringMatching(/^User-agent: \*\n(?:Disallow: \/\w+\n)+$/)]);
    expect(body).toContain('Disallow: /trpc\n');
  });

  it('that do not exist are answered with 404, as a page and as JSON', async () => {
    for (const url of ['/no/such/page', '/favicon.png', '/posts/999999', '/tokens.json'])
      expect([url, (await alice.get(url)).status]).toEqual([url, 404]);
  });
});
