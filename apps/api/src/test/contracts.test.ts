import * as contract from '@kith/contracts';
import { probe } from '@kith/db/testing';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allDoors } from '../rest/index.ts';
import { type Person, startCast, startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let stranger: Person;

beforeAll(async () => {
  ({ server, alice, bob, stranger } = await startCast());
  const { postId } = (await alice.post('/posts', { userId: alice.userId, caption: 'hello' })).body.data;
  await bob.post('/follows', { followerId: bob.userId, followedId: alice.userId });
  await bob.post('/likes', { userId: bob.userId, postId });
  await bob.post('/comments', { userId: bob.userId, postId, content: 'nice' });
  await bob.post('/messages', { senderId: bob.userId, receiverId: alice.userId, content: 'hi' });
});
afterAll(() => server.close());

describe('what procedures without a REST path answer', () => {
  it.each([
    ['auth.sessions', contract.sessionListItem],
    ['messages.contacts', contract.contact],
    ['messages.conversation', contract.message],
    ['notifications.list', contract.notification],
    ['users.suggested', contract.userListItem],
    ['feed.home', contract.post],
  ] as const)('%s keeps its contract', async (path, row) => {
    const who = path === 'feed.home' ? bob : alice;
    const { body } = await who.query(path, path === 'messages.conversation' ? { withUserId: bob.userId } : {});
    const { items } = body.result.data;
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(row.safeParse(item).error).toBeUndefined();
  });

  it('tells a visitor how to sign in', async () => {
    const { body } = await stranger.query('auth.options');
    expect(contract.authOptions.parse(body.result.data)).toEqual({
      passwordSignIn: true,
      google: true,
      standIn: true,
      signUp: 'open',
      membersInvite: false,
    });
  });
});

describe('the longest text that a contract lets through', () => {
  it.each([
    ['tokens_name_check', contract.longest.tokenName],
    ['users_bio_check', contract.longest.bio],
    ['users_user_name_check', contract.longest.userName],
    ['posts_caption_check', contract.longest.caption],
    ['posts_location_check', contract.longest.location],
    ['comments_content_check', contract.longest.comment],
    ['images_alt_check', contract.longest.alt],
    ['messages_content_check', contract.longest.message],
  ])('is what %s has: %i', async (name, longest) => {
    const { rows } = await probe(
      server.deps.domain.db,
      'select pg_get_constraintdef(oid) as says from pg_constraint where conname = $1',
      [name],
    );
    expect(rows[0]?.says.match(/\d+/g)?.at(-1)).toBe(String(longest));
  });
});

describe('the API’s description', () => {
  it('has every path of SPEC section 7, of the identity table, of who may see, and of posts', async () => {
    const { body } = await stranger.get('/openapi.json');
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([
      'DELETE /auth/sessions',
      'DELETE /auth/sessions/{sessionId}',
      'DELETE /blocks',
      'DELETE /bookmarks',
      'DELETE /comments/{commentId}',
      'DELETE /comments/{commentId}/likes',
      'DELETE /follows',
      'DELETE /invitations/{code}',
      'DELETE /likes',
      'DELETE /messages/{messageId}',
      'DELETE /messages/{messageId}/reactions',
      'DELETE /mutes',
      'DELETE /posts/{postId}',
      'DELETE /posts/{postId}/images/{imageId}',
      'DELETE /tokens/{tokenId}',
      'DELETE /users/{userId}',
      'GET /auth/session',
      'GET /auth/sessions',
      'GET /blocks',
      'GET /bookmarks',
      'GET /comments/count/{postId}',
      'GET /comments/post/{postId}',
      'GET /comments/{commentId}/replies',
      'GET /exports',
      'GET /exports/{key}',
      'GET /follows/requests',
      'GET /invitations',
      'GET /likes',
      'GET /likes/count/{postId}',
      'GET /messages/conversation/{senderId}/{receiverId}',
      'GET /moderation/log',
      'GET /moderation/reports',
      'GET /mutes',
      'GET /notifications/settings',
      'GET /posts',
      'GET /posts/popular',
      'GET /posts/user/{userId}/count',
      'GET /posts/{postId}',
      'GET /posts/{postId}/likes',
      'GET /search',
      'GET /tags/{tag}/posts',
      'GET /tokens',
      'GET /users/firebase/{firebaseUid}',
      'GET /users/name/{userName}',
      'GET /users/search',
      'GET /users/{userId}/posts',
      'GET /{userId}/followers',
      'GET /{userId}/followers/count',
      'GET /{userId}/following',
      'GET /{userId}/following/count',
      'PATCH /comments/{commentId}',
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
      'POST /auth/logout',
      'POST /auth/password',
      'POST /auth/password-reset',
      'POST /auth/password-reset/confirm',
      'POST /auth/reauthenticate',
      'POST /auth/username',
      'POST /blocks',
      'POST /bookmarks',
      'POST /comments',
      'POST /comments/{commentId}/likes',
      'POST /exports',
      'POST /follows',
      'POST /follows/requests/{userId}/accept',
      'POST /follows/requests/{userId}/decline',
      'POST /invitations',
      'POST /likes',
      'POST /messages',
      'POST /moderation/reports/{caseId}/undo',
      'POST /mutes',
      'POST /posts',
      'POST /posts/{postId}/image',
      'POST /posts/{postId}/images',
      'POST /reports',
      'POST /tokens',
      'POST /users',
      'POST /users/{userId}/profile-picture',
      'PUT /messages/{messageId}/reactions',
    ]);
    expect(described.length).toBe(allDoors.length + 4);
  });

  it('has an operationId for every operation, and no error for a public linter', async () => {
    // These paths come from the specification; the router tells them apart.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-ambiguous-paths': 'off' } });
    const { body } = await stranger.get('/openapi.json');
    const problems = await lintFromString({ source: JSON.stringify(body), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    expect(body.paths['/likes'].post.operationId).toBe('likesAdd');
  });

  it('is shown without a script', async () => {
    const { body, headers } = await stranger.get('/docs');
    expect(body).toContain('POST /likes');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });
});

describe('headers', () => {
  it('close every answer to other pages, scripts and sniffers', async () => {
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

  it('keep metrics shut without their token, and absent without the setting', async () => {
    expect((await stranger.get('/metrics')).status).toBe(404);
    const watched = await startTestApp({ METRICS_TOKEN: 'a-long-enough-secret' });
    const read = (authorization: string) => watched.app.inject({ url: '/metrics', headers: { authorization } });
    expect((await read('Bearer wrong')).statusCode).toBe(401);
    expect((await read('Bearer a-long-enough-secret')).body).toContain('kith_request_seconds');
    await watched.close();
  });
});
