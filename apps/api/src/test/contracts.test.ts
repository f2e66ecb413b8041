import * as contract from '@kith/contracts';
import { probe } from '@kith/db/testing';
import { procedures } from '@kith/trpc';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedureOf } from '../rest/endpoint.ts';
import { allEndpoints } from '../rest/index.ts';
import { faultyExamples } from '../testing/describedAnswers.ts';
import { type Person, startCast, startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let stranger: Person;

beforeAll(async () => {
  ({ server, alice, bob, stranger } = await startCast());
  const { postId } = (await alice.post('/posts', { userId: alice.userId, caption: 'hello #lake' })).body.data;
  await bob.post('/follows', { followerId: bob.userId, followedId: alice.userId });
  await bob.post('/likes', { userId: bob.userId, postId });
  await bob.post('/comments', { userId: bob.userId, postId, content: 'nice' });
  await bob.post('/messages', { senderId: bob.userId, receiverId: alice.userId, content: 'hi' });
});
afterAll(() => server.close());

describe('the REST paths', () => {
  it('exist for every procedure, except those that another path covers', () => {
    const endpoints = new Set(allEndpoints.map(procedureOf));
    expect([...procedures.keys()].filter((path) => !endpoints.has(path))).toEqual([
      // GET /stream is registered separately.
      'live.stream',
      // GET /search, which has the kind of result as a parameter, covers these three procedures.
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
    await alice.post('/follows', { followerId: alice.userId, followedId: bob.userId });
    expect(await data(alice, `/likes/friends?postIds=${post.postId}`)).toEqual([
      { postId: post.postId, userName: 'bob' },
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
      membersInvite: false,
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
    expect(described.sort()).toEqual([
      'DELETE /auth/passkeys/{passkeyId}',
      'DELETE /auth/second-factor',
      'DELETE /auth/sessions',
      'DELETE /auth/sessions/{sessionId}',
      'DELETE /blocks',
      'DELETE /bookmarks',
      'DELETE /chats/{chatId}/members/{userId}',
      'DELETE /close-friends',
      'DELETE /comments/{commentId}',
      'DELETE /comments/{commentId}/likes',
      'DELETE /follows',
      'DELETE /imports/{importId}',
      'DELETE /invitations/{code}',
      'DELETE /likes',
      'DELETE /messages/{messageId}',
      'DELETE /messages/{messageId}/reactions',
      'DELETE /mutes',
      'DELETE /posts/{postId}',
      'DELETE /posts/{postId}/images/{imageId}',
      'DELETE /push/subscriptions',
      'DELETE /tokens/{tokenId}',
      'DELETE /users/{userId}',
      'DELETE /webhooks/{webhookId}',
      'GET /auth/options',
      'GET /auth/passkeys',
      'GET /auth/second-factor',
      'GET /auth/session',
      'GET /auth/sessions',
      'GET /blocks',
      'GET /bookmarks',
      'GET /chats',
      'GET /chats/{chatId}',
      'GET /chats/{chatId}/messages',
      'GET /close-friends',
      'GET /comments/count/{postId}',
      'GET /comments/post/{postId}',
      'GET /comments/{commentId}/replies',
      'GET /exports',
      'GET /exports/{key}',
      'GET /feed',
      'GET /follows/friends',
      'GET /follows/requests',
      'GET /follows/requests/count',
      'GET /imports',
      'GET /imports/{importId}',
      'GET /invitations',
      'GET /likes',
      'GET /likes/count/{postId}',
      'GET /likes/friends',
      'GET /messages/contacts',
      'GET /messages/conversation/{senderId}/{receiverId}',
      'GET /messages/search',
      'GET /messages/unread',
      'GET /messages/with/{withUserId}',
      'GET /messages/{messageId}/readers',
      'GET /moderation/log',
      'GET /moderation/reports',
      'GET /mutes',
      'GET /notifications',
      'GET /notifications/settings',
      'GET /notifications/unread',
      'GET /notifications/{notificationId}/actors',
      'GET /posts',
      'GET /posts/popular',
      'GET /posts/user/{userId}/count',
      'GET /posts/{postId}',
      'GET /posts/{postId}/likes',
      'GET /push/key',
      'GET /search',
      'GET /stream',
      'GET /tags/trending',
      'GET /tags/{tag}/posts',
      'GET /tokens',
      'GET /users/available',
      'GET /users/firebase/{firebaseUid}',
      'GET /users/name/{userName}',
      'GET /users/search',
      'GET /users/suggested',
      'GET /users/{userId}',
      'GET /users/{userId}/posts',
      'GET /webhooks',
      'GET /{userId}/followers',
      'GET /{userId}/followers/count',
      'GET /{userId}/following',
      'GET /{userId}/following/count',
      'HEAD /imports/{importId}',
      'PATCH /auth/passkeys/{passkeyId}',
      'PATCH /chats/{chatId}',
      'PATCH /chats/{chatId}/read',
      'PATCH /comments/{commentId}',
      'PATCH /imports/{importId}',
      'PATCH /messages/with/{withUserId}/read',
      'PATCH /messages/{messageId}',
      'PATCH /messages/{messageId}/read',
      'PATCH /moderation/reports/{caseId}',
      'PATCH /notifications/settings',
      'PATCH /posts/{postId}',
      'PATCH /posts/{postId}/images/{imageId}',
      'PATCH /users/{userId}',
      'POST /auth/confirm-email',
      'POST /auth/confirm-email/send',
      'POST /auth/email',
      'POST /auth/login',
      'POST /auth/login/second-factor',
      'POST /auth/logout',
      'POST /auth/not-me',
      'POST /auth/passkeys',
      'POST /auth/passkeys/login',
      'POST /auth/passkeys/login/options',
      'POST /auth/passkeys/options',
      'POST /auth/passkeys/reauthenticate',
      'POST /auth/password',
      'POST /auth/password-reset',
      'POST /auth/password-reset/confirm',
      'POST /auth/reauthenticate',
      'POST /auth/second-factor',
      'POST /auth/second-factor/confirm',
      'POST /auth/second-factor/recovery-codes',
      'POST /auth/username',
      'POST /blocks',
      'POST /bookmarks',
      'POST /chats',
      'POST /chats/{chatId}/accept',
      'POST /chats/{chatId}/decline',
      'POST /chats/{chatId}/images',
      'POST /chats/{chatId}/members',
      'POST /chats/{chatId}/messages',
      'POST /chats/{chatId}/picture',
      'POST /close-friends',
      'POST /comments',
      'POST /comments/{commentId}/likes',
      'POST /exports',
      'POST /feed/read',
      'POST /follows',
      'POST /follows/requests/{userId}/accept',
      'POST /follows/requests/{userId}/decline',
      'POST /imports',
      'POST /invitations',
      'POST /likes',
      'POST /messages',
      'POST /messages/with/{withUserId}/typing',
      'POST /moderation/reports/{caseId}/undo',
      'POST /mutes',
      'POST /notifications/read',
      'POST /posts',
      'POST /posts/{postId}/image',
      'POST /posts/{postId}/images',
      'POST /push/subscriptions',
      'POST /reports',
      'POST /stream/watching',
      'POST /tokens',
      'POST /users',
      'POST /users/{userId}/profile-picture',
      'POST /webhooks',
      'POST /webhooks/{webhookId}/enable',
      'POST /webhooks/{webhookId}/test',
      'PUT /messages/{messageId}/reactions',
    ]);
    expect(described.length).toBe(allEndpoints.length + 10);
  });

  it('has an operationId for every operation, and no error for a public linter', async () => {
    // This rule is off, because an address such as /comments/post/likes would match two of the described paths. The router can
    // tell such paths apart.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-ambiguous-paths': 'off' } });
    const { body } = await stranger.get('/openapi.json');
    const problems = await lintFromString({ source: JSON.stringify(body), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    expect(body.paths['/likes'].post.operationId).toBe('likesAdd');
  });

  it('names its schemas, and lists every error code and the scope a token needs', async () => {
    const { components, paths } = (await stranger.get('/openapi.json')).body;
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

  it('has examples that match its schemas', () => {
    expect(faultyExamples()).toEqual([]);
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

  it('requires the token for /metrics, which does not exist without METRICS_TOKEN', async () => {
    expect((await stranger.get('/metrics')).status).toBe(404);
    const watched = await startTestApp({ METRICS_TOKEN: 'a-long-enough-secret' });
    const read = (authorization: string) => watched.app.inject({ url: '/metrics', headers: { authorization } });
    expect((await read('Bearer wrong')).statusCode).toBe(401);
    expect((await read('Bearer a-long-enough-secret')).body).toContain('kith_request_seconds');
    await watched.close();
  });
});
