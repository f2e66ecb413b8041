import { describe, expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { signUpAndIn } from '../testing/testApp.ts';

const secret = 'a secret of twenty or more';
const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;
const ownOrigin = 'http://localhost:8080';

const { server } = await serverForFile({ QUEUE_DASHBOARD_TOKEN: secret, RATE_LIMIT: 'on' });

describe('the dashboard of the queues', () => {
  const ask = (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH',
    url: string,
    headers: object = {},
    remoteAddress = '10.0.0.1',
  ) => server.app.inject({ method, url, remoteAddress, headers: { authorization: basic(secret), ...headers } });

  it('accepts its secret as a password or a bearer token, and has its own content security policy', async () => {
    const page = await ask('GET', '/queues');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await ask('GET', '/queues/api/queues', { authorization: `Bearer ${secret}` })).statusCode).toBe(200);
    expect((await ask('GET', '/login', { accept: 'text/html' })).headers['content-security-policy']).not.toContain(
      'unsafe-inline',
    );
  });

  it('is refused on all of its paths without the secret, also to members', async () => {
    const alice = await signUpAndIn(server.app, 'alice');
    for (const url of [
      '/queues',
      '/queues/',
      '/queues/api/queues',
      '/queues/static/favicon-32x32.png',
      '/queues/queue/mail',
    ]) {
      for (const authorization of ['', `Bearer ${alice.token}`]) {
        const { statusCode, headers } = await ask('GET', url, { authorization }, '10.0.0.2');
        expect([url, statusCode, headers['www-authenticate']]).toEqual([url, 401, expect.stringContaining('Basic')]);
      }
    }
  });

  it('shows the jobs, without the addresses in them', async () => {
    await server.deps.domain.queue.add([{ name: 'auth.sendPasswordReset', payload: { email: 'carol@kith.test' } }]);
    const { body } = await ask('GET', '/queues/api/queues?activeQueue=mail&status=waiting&page=1&jobsPerPage=10');
    expect(body).toContain('auth.sendPasswordReset');
    expect(body).toContain('(address)');
    expect(body).not.toContain('carol@');
    const [{ id }] = JSON.parse(body).queues.find(({ name }: { name: string }) => name === 'mail').jobs;
    expect((await ask('GET', `/queues/api/queues/mail/${id}`)).body).not.toContain('carol@');
  });

  it('accepts changes from its own page only, and only harmless ones', async () => {
    const retry = '/queues/api/queues/mail/retry/failed';
    const status = async (method: 'PUT' | 'POST' | 'PATCH', url: string, headers: object = {}) =>
      (await ask(method, url, headers)).statusCode;
    expect(await status('PUT', retry)).toBe(403);
    expect(await status('PUT', retry, { origin: 'http://elsewhere.example' })).toBe(403);
    expect(await status('PUT', retry, { origin: ownOrigin })).toBe(200);
    for (const path of [
      'pause',
      'mail/pause',
      'mail/empty',
      'mail/obliterate',
      'mail/clean/failed',
      'mail/concurrency',
    ]) {
      expect([path, await status('PUT', `/queues/api/queues/${path}`, { origin: ownOrigin })]).toEqual([path, 403]);
    }
    expect(await status('POST', '/queues/api/queues/mail/add', { origin: ownOrigin })).toBe(403);
    expect(await status('PATCH', '/queues/api/queues/mail/1/update-data', { origin: ownOrigin })).toBe(403);
  });

  it('locks an IP address out after ten wrong secrets, even with the right one, and stays open to others', async () => {
    const guess = async (password: string, from: string) =>
      (await ask('GET', '/queues', { authorization: basic(password) }, from)).statusCode;
    const answers: number[] = [];
    for (let tries = 0; tries < 12; tries++) answers.push(await guess(`wrong ${tries}`, '10.0.0.3'));
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await guess(secret, '10.0.0.3')).toBe(429);
    expect(await guess(secret, '10.0.0.4')).toBe(200);
  });
});
