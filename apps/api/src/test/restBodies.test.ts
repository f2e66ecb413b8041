import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';

const { alice, bob, stranger } = await castForFile();

describe('a request body', () => {
  it('with unknown fields is refused, and they are named', async () => {
    const post = { userId: alice.userId, caption: 'hello', audiance: 'private', picture: 'x' };
    const { status, body } = await alice.post('/posts', post);
    expect([status, body.code, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      'unknown-field',
      ['audiance', 'picture'],
    ]);
    expect((await alice.get('/posts')).body.data).toEqual([]);
  });

  it('with unknown fields is refused at every path', async () => {
    for (const { method, url } of allEndpoints) {
      if (method === 'GET') continue;
      const { status, body } = await alice.call(method, url.replace(/:\w+(\([^)]*\))?/g, '1'), { unknown: 1 });
      expect([method, url, status, body.errors?.[0]?.path]).toEqual([method, url, 400, 'unknown']);
    }
  });

  it('gets no validation details without a session', async () => {
    expect((await stranger.patch(`/users/${alice.userId}`, { unknown: 1 })).status).toBe(401);
  });

  it.each(['null', '[]', '1', '"bio"', 'true'])('that is %s instead of an object is refused', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    for (const url of [`/users/${alice.userId}`, '/notifications/settings'])
      expect([url, (await alice.call('PATCH', url, payload, { headers })).status]).toEqual([url, 400]);
  });

  it('that is empty counts as missing, even with a JSON content type', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    expect((await alice.call('POST', '/auth/confirm-email/send', undefined, { headers })).status).toBe(200);
    expect((await bob.call('POST', '/auth/logout', undefined, { headers })).status).toBe(200);
    expect((await bob.get('/auth/session')).status).toBe(401);
    expect((await alice.call('POST', '/likes', undefined, { headers })).status).toBe(400);
  });
});

describe('a path', () => {
  it('accepts numbers in canonical form only', async () => {
    const postId = await publish(alice, 'hello');
    expect((await alice.get(`/likes/count/${postId}`)).status).toBe(200);
    for (const odd of [`0${postId}`, `+${postId}`, `${postId}.0`, `${postId}e0`])
      expect([odd, (await alice.get(`/likes/count/${odd}`)).status]).toEqual([odd, 400]);
  });

  it('converts the text of a query to the types of its contract, and refuses any other text', async () => {
    const statusOf = async (query: string) => (await alice.get(`/chats?${query}`)).status;
    for (const query of ['contacts=true', 'requests=false', 'limit=1', 'constructor=1'])
      expect([query, await statusOf(query)]).toEqual([query, 200]);
    for (const odd of [
      'contacts=1',
      'contacts=True',
      'contacts=true&contacts=true',
      'requests=',
      'limit=',
      'limit=1e1',
      'limit=0x1',
      'limit= 1',
    ])
      expect([odd, await statusOf(odd)]).toEqual([odd, 400]);
  });

  it('lists its methods in Allow', async () => {
    const tried: [string, string, string][] = [
      ['PUT', '/likes', 'DELETE, GET, HEAD, POST'],
      ['PUT', `/users/${alice.userId}`, 'DELETE, GET, HEAD, PATCH'],
      ['DELETE', '/healthz', 'GET, HEAD'],
      ['PUT', '/login', 'GET, HEAD'],
    ];
    for (const [method, url, allow] of tried) {
      const { status, headers } = await alice.call(method, url, {});
      expect([url, status, headers.allow]).toEqual([url, 405, allow]);
    }
    expect((await alice.call('PUT', '/nothing/here', {})).status).toBe(404);
    const wrong = [await alice.query('likes.add', {}), await alice.mutate('feed.home', {})];
    expect(wrong.map(({ status, headers }) => [status, headers.allow])).toEqual([
      [405, 'POST'],
      [405, 'GET'],
    ]);
  });

  it('that needs a session says how to authenticate', async () => {
    expect((await stranger.get('/posts')).headers['www-authenticate']).toBe('Bearer');
    expect((await stranger.query('feed.home')).headers['www-authenticate']).toBe('Bearer');
    const expired = { headers: { authorization: 'Bearer gone' } };
    for (const url of ['/posts', '/trpc/feed.home']) {
      const { headers } = await stranger.call('GET', url, undefined, expired);
      expect([url, headers['www-authenticate']]).toEqual([url, 'Bearer error="invalid_token"']);
    }
  });
});
