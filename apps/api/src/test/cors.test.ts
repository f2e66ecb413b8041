import { describe, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';

const { alice, stranger } = await castForFile();

const origin = 'https://elsewhere.test';
const allowed = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin'];
const call = (method: string, url: string, headers: object, payload?: object) =>
  stranger.call(method, url, payload, { headers: { origin, ...headers } });

describe('a page of another origin', () => {
  it('can call with a bearer token and read the responses, errors included', async () => {
    const authorization = `Bearer ${alice.token}`;
    for (const url of ['/posts', '/trpc/feed.home?input={}', '/users/name/nobody', '/no/such/path']) {
      const answer = await call('GET', url, { authorization });
      expect([url, allowed(answer)]).toEqual([url, '*']);
      expect(answer.headers['access-control-expose-headers']).toContain('retry-after');
    }
    const made = await call('POST', '/posts', { authorization }, { userId: alice.userId, caption: 'from elsewhere' });
    expect([made.status, allowed(made)]).toEqual([201, '*']);
    const gone = await call('GET', '/posts', { authorization: 'Bearer gone' });
    expect([gone.status, allowed(gone)]).toEqual([401, '*']);
    // An invalid token is refused even where no token is needed: a page could otherwise make its visitors guess passwords.
    const guess = { identifier: 'alice', password: 'friends1!' };
    const guessed = await call('POST', '/auth/login', { authorization: 'Bearer made-up' }, guess);
    expect([guessed.status, guessed.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('is refused with a cookie, and without any credentials', async () => {
    const cookie = `kith_session=${alice.token}`;
    for (const headers of [{ cookie }, { cookie, authorization: `Bearer ${alice.token}` }, {}]) {
      const answers = [await call('GET', '/posts', headers), await call('POST', '/likes', headers, { postId: 1 })];
      expect(answers.map(allowed)).toEqual([undefined, undefined]);
      expect([answers[1]?.status, answers[1]?.body.code]).toEqual([403, 'foreign-origin']);
    }
  });

  it('is never allowed credentials', async () => {
    const { headers } = await call('GET', '/posts', { authorization: `Bearer ${alice.token}` });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('can send a preflight request', async () => {
    const preflight = (url: string) =>
      call('OPTIONS', url, {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      });
    for (const [url, methods] of [
      ['/likes', 'DELETE, GET, HEAD, POST'],
      ['/posts/12', 'DELETE, GET, HEAD, PATCH'],
      ['/trpc/likes.add', 'GET, POST'],
    ]) {
      const answer = await preflight(url as string);
      expect([answer.status, allowed(answer), answer.headers['access-control-allow-methods']]).toEqual([
        204,
        '*',
        methods,
      ]);
      expect(answer.headers['access-control-allow-headers']).toContain('authorization');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    expect((await preflight('/no/such/path')).status).toBe(404);
    expect((await stranger.call('OPTIONS', '/likes')).status).toBe(405);
  });
});
