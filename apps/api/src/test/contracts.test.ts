import * as contract from '@kith/contracts';
import { probe } from '@kith/db/testing';
import { procedures } from '@kith/trpc';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { comment, follow, like, publish, write } from '../testing/actions.ts';
import { faultyExamples, unknownTags } from '../testing/describedAnswers.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';

const { server, alice, bob, stranger } = await castForFile();

beforeAll(async () => {
  const postId = await publish(alice, 'hello #lake');
  await follow(bob, alice);
  await like(bob, postId);
  await comment(bob, postId, 'nice');
  await write(bob, alice, 'hi');
});

describe('the REST paths', () => {
  it('exist for every procedure, except those that another path covers', () => {
    const endpoints = new Set(allEndpoints.map(({ path }) => path));
    expect([...procedures.keys()].filter((path) => !endpoints.has(path))).toEqual([
      // GET /search, which has the kind of result as a parameter, covers these four procedures.
      'search.best',
      'search.people',
      'search.posts',
      'search.tags',
    ]);
  });

  it.each([
    '/feed',
    '/users/suggested',
    '/tags/trending',
    '/notifications',
    '/messages/contacts',
    '/auth/sessions',
    '/tokens',
    '/webhooks',
    '/likes/friends?postIds=1&postIds=2',
    '/likes/friends?postIds=1',
  ])('%s lists rows that keep their contract', async (url) => {
    await alice.post('/tokens', { name: 'bot', scopes: ['read'] });
    await alice.post('/webhooks', { url: 'https://hook.kith.test/' });
    const { status, body } = await (url === '/feed' ? bob : alice).get(url);
    expect([status, body.data.length > 0 || url.startsWith('/likes')]).toEqual([200, true]);
  });

  it('answer with the data of the procedures that they call', async () => {
    const data = async (who: Person, url: string) => (await who.get(url)).body.data;
    const [post] = await data(alice, '/posts');
    expect(await data(alice, `/likes/friends?postIds=${post.postId}`)).toEqual([]);
    await follow(alice, bob);
    expect(await data(alice, `/likes/friends?postIds=${post.postId}`)).toEqual([
      { postId: post.postId, userName: 'bob', displayName: null },
    ]);
    expect(await data(alice, `/users/${bob.userId}`)).toMatchObject({ userName: 'bob', followsMe: true });
    expect(await data(stranger, '/users/available?userName=bob')).toEqual({ available: false });
    expect(await data(alice, `/messages/with/${bob.userId}`)).toMatchObject([{ content: 'hi' }]);
    expect(await data(alice, '/messages/unread')).toEqual({ count: 1, conversations: 1 });
    expect((await alice.patch(`/messages/with/${bob.userId}/read`)).status).toBe(200);
    expect(await data(alice, '/messages/unread')).toEqual({ count: 0, conversations: 0 });
    expect((await alice.post(`/messages/with/${bob.userId}/typing`)).status).toBe(200);
    expect(await data(alice, '/follows/requests/count')).toEqual({ count: 0 });
    const [{ notificationId }] = await data(alice, '/notifications');
    expect(await data(alice, `/notifications/${notificationId}/actors`)).toMatchObject([{ userName: 'bob' }]);
    expect((await data(alice, '/notifications/unread')).count).toBeGreaterThan(0);
    expect((await alice.post('/notifications/read')).body.data.readAt).toMatch(/Z$/);
    expect(await data(alice, '/notifications/unread')).toEqual({ count: 0 });
    expect((await alice.post('/feed/read', { upTo: new Date().toISOString() })).status).toBe(200);
    expect((await alice.post('/stream/watching', { streamId: 'none', postIds: [post.postId] })).status).toBe(200);
    expect((await data(alice, '/push/key')).key).toMatch(/^[\w-]{87}$/);
    expect((await alice.post('/push/subscriptions', { endpoint: 'http://127.0.0.1/', keys: {} })).status).toBe(400);
    expect((await alice.delete('/push/subscriptions')).status).toBe(200);
  });

  it('tell an anonymous caller how to authenticate', async () => {
    expect((await stranger.get('/auth/options')).body.data).toEqual({
      passwordSignIn: true,
      google: true,
      standIn: true,
      signUp: 'open',
      membersInvite: true,
    });
  });
});

describe('the longest text that each contract accepts', () => {
  it.each([
    ['tokens_name_check', contract.maxLengths.tokenName],
    ['webhooks_url_check', contract.maxLengths.address],
    ['users_bio_check', contract.maxLengths.bio],
    ['users_user_name_check', contract.maxLengths.userName],
    ['posts_caption_check', contract.maxLengths.caption],
    ['posts_location_check', contract.maxLengths.location],
    ['events_place_check', contract.maxLengths.location],
    ['chats_name_check', contract.maxLengths.chatName],
    ['comments_content_check', contract.maxLengths.comment],
    ['images_alt_check', contract.maxLengths.alt],
    ['messages_content_check', contract.maxLengths.message],
  ])('is documented for %s: %i', async (name, longest) => {
    const { rows } = await probe(
      server.deps.domain.db,
      'select pg_get_constraintdef(oid) as says from pg_constraint where conname = $1',
      [name],
    );
    expect(rows[0]?.says.match(/\d+/g)?.at(-1)).toBe(String(longest));
  });
});

describe('the API’s description', () => {
  it('lists every path, and no other', async () => {
    const { body } = await stranger.get('/openapi.json');
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const registered = allEndpoints.map(
      ({ method, url }) => `${method} ${url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}')}`,
    );
    expect(registered.filter((path) => !described.includes(path))).toEqual([]);
    // What takes or returns no JSON is registered without a procedure.
    expect(described.filter((path) => !registered.includes(path)).sort()).toEqual([
      'GET /events.ics',
      'GET /exports/{key}',
      'GET /posts/{postId}/album.zip',
      'GET /posts/{postId}/event.ics',
      'GET /stream',
      'HEAD /imports/{importId}',
      'HEAD /uploads/{uploadId}',
      'PATCH /imports/{importId}',
      'PATCH /uploads/{uploadId}',
      'POST /chats/{chatId}/images',
      'POST /chats/{chatId}/picture',
      'POST /chats/{chatId}/voice',
      'POST /host/server/picture',
      'POST /imports',
      'POST /posts/{postId}/image',
      'POST /posts/{postId}/images',
      'POST /uploads',
      'POST /users/{userId}/profile-picture',
    ]);
  });

  it('has examples that match its schemas, and describes the tags of its operations', () => {
    expect([faultyExamples(), unknownTags()]).toEqual([[], []]);
  });

  it('names its schemas, and lists every error code and the scope a token needs', async () => {
    const { components, paths } = (await stranger.get('/openapi.json')).body;
    expect(paths['/likes'].post.operationId).toBe('likesAdd');
    const { schemas } = components;
    for (const name of ['Post', 'User', 'Comment', 'Message', 'Chat', 'Notification', 'Token', 'Failure'])
      expect(schemas).toHaveProperty(name);
    expect(schemas.Failure.properties.code.enum).toEqual(
      expect.arrayContaining([
        'missing-scope',
        'caption-required',
        'foreign-origin',
        'not-found',
        'internal',
        'timeout',
      ]),
    );
    const { data } = paths['/posts'].get.responses[200].content['application/json'].schema.properties;
    expect(data.items).toEqual({ $ref: '#/components/schemas/Post' });
    expect(paths['/posts'].post.description).toBe('Needs a session; a token needs the scope `write`.');
    expect(paths['/tokens'].post.description).toBe('Needs a session; no token is accepted.');
  });

  it('is served as a page without scripts', async () => {
    const { body, headers } = await stranger.get('/docs');
    expect(body).toContain('POST /likes');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });
});

describe('the server', () => {
  it('protects every response by headers against framing, scripts and MIME sniffing', async () => {
    const { headers } = await stranger.get('/healthz');
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('serves nothing that the operator has to switch on', async () => {
    const pages = ['/sitemap.xml', '/oembed?url=x', '/user/alice/feed.xml'];
    for (const url of [...pages, '/metrics', '/queues/api/queues', '/.well-known/security.txt'])
      expect([url, (await stranger.get(url)).status]).toEqual([url, 404]);
  });
});
