import type { AddressInfo } from 'node:net';
import { type Scope, scopes } from '@kith/contracts';
import { disableUser, enableUser } from '@kith/domain';
import { procedures } from '@kith/trpc';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { answer, follow, openChat, publish, say, unlike } from '../testing/actions.ts';
import { EventRecorder, responseFor } from '../testing/eventRecorder.ts';
import { mailedCode } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { Person, password, type Reply, signUpAndIn } from '../testing/testApp.ts';
import { processUploads, upload } from '../testing/uploads.ts';

const { server, sql, alice, bob } = await castForFile();

const make = (who: Person, terms: object = {}) => who.post('/tokens', { name: 'bot', scopes: ['read'], ...terms });

/** A program that calls as the owner, by a new access token with the granted scopes. */
async function program(owner: Person, ...granted: Scope[]): Promise<Person & { tokenId: number }> {
  const { status, body } = await make(owner, { scopes: granted });
  expect(status).toBe(201);
  const { token, tokenId } = body.data;
  return Object.assign(new Person(server.app, owner.userName), {
    userId: owner.userId,
    uid: owner.uid,
    token,
    tokenId,
  });
}

const codeOf = ({ body }: Reply): string | undefined => body.code ?? body.error?.data?.kith?.code;

const scopeOf = (path: string): Scope | undefined => procedures.get(path)?.meta.scope;

describe('the scopes of tokens', () => {
  it('allow no token to call these procedures', () => {
    expect([...procedures.keys()].filter((path) => !scopeOf(path)).sort()).toEqual([
      // These procedures are about passwords, e-mail, sessions and tokens.
      'auth.changeEmail',
      'auth.changePassword',
      'auth.chooseUserName',
      'auth.confirmEmail',
      'auth.confirmPasswordReset',
      'auth.denySignIn',
      'auth.login',
      'auth.logout',
      'auth.reauthenticate',
      'auth.requestPasswordReset',
      'auth.revokeSession',
      'auth.sendConfirmation',
      'auth.sessions',
      'auth.signOutEverywhere',
      'calendar.remove',
      'calendar.renew',
      'calendar.state',
      // An export contains the messages and the e-mail address.
      'exports.request',
      'exports.state',
      // Nothing of a host, whatever is added there.
      ...[...procedures.keys()].filter((path) => path.startsWith('host.')).sort(),
      'moderation.cases',
      'moderation.decide',
      'moderation.log',
      'moderation.undo',
      // A push subscription belongs to a session, and ends with it.
      'notifications.pushKey',
      'notifications.subscribe',
      'notifications.unsubscribe',
      // These procedures are about passkeys and the two-step log-in.
      'passkeys.add',
      'passkeys.ask',
      'passkeys.begin',
      'passkeys.enter',
      'passkeys.list',
      'passkeys.reauthenticate',
      'passkeys.remove',
      'passkeys.rename',
      'secondFactor.begin',
      'secondFactor.confirm',
      'secondFactor.enter',
      'secondFactor.remove',
      'secondFactor.renewCodes',
      'secondFactor.state',
      'tokens.create',
      'tokens.list',
      'tokens.revoke',
      'users.create',
      'users.delete',
      // The URLs of webhooks may be secrets of other programs.
      'webhooks.create',
      'webhooks.enable',
      'webhooks.list',
      'webhooks.remove',
      'webhooks.test',
    ]);
  });

  it.each(scopes)('of a token with %s only are enforced at every procedure and every path', async (scope) => {
    const bot = await program(alice, scope);
    const expected = (path: string) => (scopeOf(path) === scope ? 'let through' : 'missing-scope');
    const found = (reply: Reply) => (codeOf(reply) === 'missing-scope' ? 'missing-scope' : 'let through');
    for (const [path, { type }] of procedures) {
      const reply = await (type === 'query' ? bot.query(path) : bot.mutate(path));
      expect([path, found(reply)]).toEqual([path, expected(path)]);
      if (found(reply) === 'missing-scope') expect([path, reply.status]).toEqual([path, 403]);
      if (found(reply) === 'missing-scope') expect(reply.body.error.message).toContain(scopeOf(path) ?? '');
    }
    for (const endpoint of allEndpoints) {
      const url = endpoint.url.replace(/:\w+(\([^)]*\))?/g, '999999');
      const reply = await bot.call(endpoint.method, url, endpoint.method === 'GET' ? undefined : {});
      expect([endpoint.method, endpoint.url, found(reply)]).toEqual([
        endpoint.method,
        endpoint.url,
        expected(endpoint.path),
      ]);
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const [url, needed] of [
      ['/posts/999999/image', 'write'],
      ['/posts/999999/images', 'write'],
      ['/chats/999999/images', 'messages'],
      ['/chats/999999/picture', 'messages'],
      [`/users/${bob.userId}/profile-picture`, 'write'],
      ['/imports', 'write'],
    ] as const)
      expect([url, found(await bot.call('POST', url, '--x--\r\n', { headers }))]).toEqual([
        url,
        needed === scope ? 'let through' : 'missing-scope',
      ]);
    const opened = await bot.call('POST', '/uploads', undefined, { headers: { 'upload-length': '9' } });
    expect(found(opened)).toBe(['write', 'messages'].includes(scope) ? 'let through' : 'missing-scope');
    // The export's download is not a procedure, but is closed to tokens too, because the archive contains the messages.
    expect((await bot.get('/exports/'.padEnd(52, 'x'))).status).toBe(401);
  });

  it('allow a call with the required scope, and refuse it with another', async () => {
    const bot = await program(bob, 'write', 'messages');
    const made = await bot.post('/posts', { userId: bob.userId, caption: 'by a bot' });
    expect([made.status, made.body.data.userId]).toEqual([201, bob.userId]);
    const refused = await bot.get('/posts');
    expect(refused.body).toMatchObject({ code: 'missing-scope', scopes: ['read'] });
    expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="read"');
    expect((await bot.get('/users/search?query=a')).status).toBe(403);
    const sent = { senderId: bob.userId, receiverId: alice.userId, content: 'beep' };
    expect((await bot.post('/messages', sent)).status).toBe(201);
    expect((await bot.post('/posts', { userId: alice.userId, caption: 'as somebody else' })).body.code).toBe(
      'forbidden',
    );
  });

  it('also bound what an answer contains, and what a change of the profile causes', async () => {
    const writer = await program(alice, 'read', 'write');
    const change = (visibility: object) => writer.patch(`/users/${alice.userId}`, { bio: 'by a bot', ...visibility });
    expect((await change({ visibility: 'public' })).body).toMatchObject({ code: 'missing-scope', scopes: ['follows'] });
    expect((await change({})).body.data).toMatchObject({ bio: 'by a bot', email: null });
    expect((await writer.query('auth.session')).body.result.data.user.email).toBeNull();
    expect((await alice.query('auth.session')).body.result.data.user.email).toBe('alice@kith.test');

    const postId = await publish(alice, 'words of a post');
    const messenger = await program(alice, 'messages');
    const open = await alice.post('/chats', { userIds: [bob.userId] });
    const { chatId } = open.body.data;
    const sent = await messenger.post(`/chats/${chatId}/messages`, { content: 'look', postId });
    expect(sent.body.data.post).toMatchObject({ postId: null, caption: '' });
    const cardFor = async (who: Person) => (await who.get(`/chats/${chatId}/messages`)).body.data[0].post;
    expect(await cardFor(messenger)).toMatchObject({ caption: '' });
    expect(await cardFor(await program(alice, 'messages', 'read'))).toMatchObject({ caption: 'words of a post' });
  });

  it('show no post of somebody else to a token that may write but not read', async () => {
    const startsAt = new Date(Date.now() + 86_400_000).toISOString();
    const eventId = await publish(alice, 'words of an event', { event: { startsAt, timeZone: 'UTC' } });
    const asked = { userId: alice.userId, caption: 'words of a poll', poll: { options: ['here', 'there'] } };
    const { poll } = (await alice.post('/posts', asked)).body.data;
    const albumId = await publish(alice, 'words of an album with @bob', { album: true });
    const calls = (bot: Person) => [
      () => answer(bot, eventId, 'yes'),
      () => bot.call('PUT', `/polls/${poll.id}/vote`, { optionIds: [poll.options[0].id] }),
      () => upload(bot, `/posts/${albumId}/images`),
    ];
    for (const call of calls(await program(bob, 'write')))
      expect(await call()).toMatchObject({ status: 403, body: { code: 'missing-scope', scopes: ['read'] } });
    processUploads(server);
    const answers = [];
    for (const call of calls(await program(bob, 'read', 'write'))) answers.push((await call()).status);
    expect(answers).toEqual([200, 200, 201]);
  });
});

describe('an access token', () => {
  it('is shown once and stored only as a hash', async () => {
    const { body } = await make(alice, { name: '  Mirror  ', scopes: ['read', 'follows', 'read'] });
    const { token, ...rest } = body.data;
    expect(token).toMatch(/^kith_[\w-]{43}$/);
    expect(rest).toMatchObject({ name: 'Mirror', scopes: ['read', 'follows'], lastUsedAt: null, expiresAt: null });
    expect(JSON.stringify(await sql('select * from tokens'))).not.toContain(token);
    const listed = await alice.get('/tokens');
    expect(listed.body.data[0]).toEqual(rest);
    expect(JSON.stringify(listed.body)).not.toContain(token);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a name that a terminal would obey', { name: 'a\u001b[2J' }],
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['read', 'admin'] }],
    ['scopes that are no list', { scopes: 'read' }],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['an unknown field', { userId: 1 }],
  ])('cannot be created with %s', async (_, terms) => {
    expect((await make(alice, terms)).status).toBe(400);
  });

  it('can only be created by a session with a fresh re-authentication, and never by another token', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    await sql(`update sessions set reauthenticated_at = now() - interval '6 minutes' where user_id = $1`, [
      dora.userId,
    ]);
    expect((await make(dora)).body.code).toBe('reauthentication-required');
    expect((await dora.post('/auth/reauthenticate', { password })).status).toBe(200);
    const { body } = await make(dora, { scopes: [...scopes] });
    const bot = Object.assign(new Person(server.app, 'dora'), { token: body.data.token });
    expect(codeOf(await make(bot))).toBe('missing-scope');
    expect((await make(new Person(server.app, 'nobody'))).status).toBe(401);
  });

  it('records its last use at most once a minute', async () => {
    const bot = await program(alice, 'read');
    const used = async () =>
      (await sql('select last_used_at from tokens where id = $1', [bot.tokenId]))[0].last_used_at;
    expect(await used()).toBeNull();
    await bot.get('/posts');
    const first = await used();
    expect(first).not.toBeNull();
    server.deps.sessions.evict((await server.deps.sessions.resolve(bot.token ?? '', 'test'))?.sessionId ?? '');
    await bot.get('/posts');
    expect(await used()).toEqual(first);
    expect((await alice.get('/tokens')).body.data[0].lastUsedAt).toBe(new Date(first).toISOString());
  });

  it('is not accepted as a cookie', async () => {
    const bot = await program(alice, 'read');
    const cookie = `kith_session=${bot.token}`;
    expect((await bob.call('GET', '/posts', undefined, { headers: { cookie, authorization: '' } })).status).toBe(401);
  });

  it('can be listed and revoked by its member only', async () => {
    const bot = await program(alice, 'read');
    expect((await bob.delete(`/tokens/${bot.tokenId}`)).status).toBe(404);
    expect((await bob.get('/tokens')).body.data.map(({ tokenId }: { tokenId: number }) => tokenId)).not.toContain(
      bot.tokenId,
    );
    for (const id of ['0', 'x', '-1', '99999999999999999999'])
      expect((await alice.delete(`/tokens/${id}`)).status).toBe(400);
    expect((await bot.get('/posts')).status).toBe(200);
    expect((await alice.delete(`/tokens/${bot.tokenId}`)).status).toBe(204);
    expect((await alice.delete(`/tokens/${bot.tokenId}`)).status).toBe(404);
    await expect.poll(async () => (await bot.get('/posts')).status, { timeout: 5_000 }).toBe(401);
  });

  it('without an expiry tells so by a time of the contract', async () => {
    const { status, body } = await (await program(alice, 'read')).get('/auth/session');
    expect([status, body.data?.expiresAt]).toEqual([200, '9999-12-31T23:59:59.999Z']);
  });

  it('expires at its time', async () => {
    const { body } = await make(alice, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    const bot = Object.assign(new Person(server.app, 'alice'), { token: body.data.token });
    await sql(`update tokens set expires_at = now() - interval '1 second' where id = $1`, [body.data.tokenId]);
    expect((await bot.get('/posts')).status).toBe(401);
    expect((await alice.get('/tokens')).body.data.map(({ tokenId }: { tokenId: number }) => tokenId)).not.toContain(
      body.data.tokenId,
    );
  });

  it('is one of fifty at most, also when sixty are requested concurrently', async () => {
    const erin = await signUpAndIn(server.app, 'erin');
    // A busy machine may answer some of so many calls with 503, after which a program tries again.
    const persist = async () => {
      let answer = await make(erin);
      while (answer.status === 503) answer = await make(erin);
      return answer;
    };
    const asked = await Promise.all(Array.from({ length: 60 }, persist));
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(new Set(asked.filter(({ status }) => status !== 201).map(codeOf))).toEqual(new Set(['too-many-tokens']));
  });
});

describe('revocation of tokens', () => {
  const alive = async (bot: Person) => (await bot.get('/posts')).status === 200;

  it('happens when all sessions are ended, including this one, and on a change of password only if asked', async () => {
    const gus = await signUpAndIn(server.app, 'gus');
    const bot = await program(gus, 'read');
    const devices = async () => (await sql('select from known_devices where user_id = $1', [gus.userId])).length;
    const remember = () =>
      sql(`insert into known_devices (user_id, token_hash, expires_at) values ($1, 'a', now() + interval '1 day')`, [
        gus.userId,
      ]);
    const newPassword = 'better2$';
    expect((await gus.post('/auth/password', { currentPassword: password, newPassword })).status).toBe(200);
    expect([await alive(bot), await devices()]).toEqual([true, 1]);
    const again = { currentPassword: newPassword, newPassword: password, endAccess: true };
    const other = await program(gus, 'read');
    expect((await gus.post('/auth/password', again)).status).toBe(200);
    await expect.poll(() => alive(other), { timeout: 5_000 }).toBe(false);
    expect([await alive(await program(gus, 'read')), await devices()]).toEqual([true, 0]);
    await remember();
    const everywhere = await gus.delete('/auth/sessions');
    expect([everywhere.status, String(everywhere.headers['set-cookie'])]).toEqual([
      204,
      expect.stringContaining('kith_session=;'),
    ]);
    await expect.poll(() => alive(bot), { timeout: 5_000 }).toBe(false);
    await expect.poll(async () => (await gus.get('/auth/session')).status, { timeout: 5_000 }).toBe(401);
    expect([await sql('select 1 from tokens where user_id = $1', [gus.userId]), await devices()]).toEqual([[], 0]);
  });

  it('happens on a password reset, after which no earlier token works', async () => {
    const hal = await signUpAndIn(server.app, 'hal');
    const bot = await program(hal, 'read');
    const oobCode = await mailedCode(server, 'hal@kith.test');
    expect((await hal.post('/auth/password-reset/confirm', { oobCode, newPassword: 'better2$' })).status).toBe(200);
    await expect.poll(() => alive(bot), { timeout: 5_000 }).toBe(false);
  });

  it('happens when the member is disabled, even if enabled later, and when the account is deleted', async () => {
    const ida = await signUpAndIn(server.app, 'ida');
    const bot = await program(ida, 'read');
    await disableUser(server.deps.domain, { userName: 'ida' });
    await expect.poll(() => alive(bot), { timeout: 5_000 }).toBe(false);
    await enableUser(server.deps.domain, { userName: 'ida' });
    expect(await alive(bot)).toBe(false);
    const jon = await signUpAndIn(server.app, 'jon');
    const other = await program(jon, 'read');
    expect((await jon.delete(`/users/${jon.userId}`)).status).toBe(200);
    await expect.poll(() => alive(other), { timeout: 5_000 }).toBe(false);
  });

  it('includes tokens that are being created at that moment', async () => {
    for (let round = 0; round < 5; round++) {
      const kim = await signUpAndIn(server.app, `kim${round}`);
      await Promise.all([make(kim), make(kim), kim.delete('/auth/sessions'), make(kim), make(kim)]);
      expect(await sql('select 1 from tokens where user_id = $1', [kim.userId])).toEqual([]);
    }
  });
});

describe('calls concurrent with the revocation of their token', () => {
  it.each([
    ['revocation', (owner: Person, { tokenId }: { tokenId: number }) => owner.delete(`/tokens/${tokenId}`)],
    ['a log-out everywhere', (owner: Person) => owner.delete('/auth/sessions')],
    ['deletion of their member', (owner: Person) => owner.delete(`/users/${owner.userId}`)],
  ])('are done or refused as a whole, and refused afterwards: %s', async (what, end) => {
    const lou = await signUpAndIn(server.app, `lou-${what.slice(-6).replace(' ', '')}`);
    const bot = await program(lou, 'write', 'read');
    let made = 0;
    const write = async () => {
      const { status } = await bot.post('/posts', { userId: lou.userId, caption: 'by a bot' });
      if (status === 201) made += 1;
      return status;
    };
    const calls = Array.from({ length: 30 }, write);
    await end(lou, bot);
    expect(new Set(await Promise.all(calls)).difference(new Set([201, 401]))).toEqual(new Set());
    await expect.poll(write, { timeout: 5_000 }).toBe(401);
    for (let i = 0; i < 5; i += 1) expect(await write()).toBe(401);
    const kept = (await sql('select 1 from posts where author_id = $1', [lou.userId])).length;
    // A call whose post was published just before the account was deleted may be refused; jobs erase such posts with the account.
    if (what.startsWith('deletion')) expect(kept).toBeGreaterThanOrEqual(made);
    else expect(kept).toBe(made);
    // The database itself refuses writes. Reads are refused as soon as the process has been notified that the token is gone.
    await expect.poll(async () => (await bot.get('/posts')).status, { timeout: 5_000 }).toBe(401);
  });
});

describe('the live stream of a token', () => {
  /** Makes `events` happen, and returns the names of the events that a program's stream receives, up to `last`. */
  async function heardBy(bot: Person, last: string, events: () => Promise<unknown>): Promise<string[]> {
    const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${bot.token}` };
    const answer = await fetch(`${origin}/stream?lastEventId=0`, {
      headers,
      signal: gone.signal,
    });
    const names: string[] = [];
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk);
      const received = [...text.matchAll(/^data: \{"name":"([\w.]+)"/gm)].map(([, name = '']) => name);
      if (names.length === 0 && received.includes('ready')) await events();
      names.splice(0, names.length, ...received);
      if (received.includes(last)) break;
    }
    gone.abort();
    return names;
  }

  it('delivers messages, missed ones included, with one scope, and everything else with another', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const postId = await publish(alice, 'heard');
    const send = () => bob.post('/messages', { senderId: bob.userId, receiverId: alice.userId, content: 'psst' });
    const like = () => bob.post('/likes', { userId: bob.userId, postId });
    await follow(alice, bob);
    await send();
    const reader = await heardBy(await program(alice, 'read'), 'notification.created', () => send().then(like));
    expect(reader).not.toContain('message.sent');
    await unlike(bob, postId);
    const messenger = await heardBy(await program(alice, 'messages'), 'message.read', async () => {
      await like();
      await send();
      await alice.mutate('messages.markConversationRead', { withUserId: bob.userId });
    });
    expect(messenger.filter((name) => !name.startsWith('message.'))).toEqual(['ready']);
    expect(messenger.indexOf('message.sent')).toBeLessThan(messenger.indexOf('ready'));
    const follower = await program(alice, 'follows');
    const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/stream`;
    const refused = await fetch(url, { headers: { authorization: `Bearer ${follower.token}` } });
    expect(await refused.text()).toContain('missing-scope');
  });

  it('names who asks to follow only to a token that may read follow requests', async () => {
    const nell = await signUpAndIn(server.app, 'nell');
    await nell.patch(`/users/${nell.userId}`, { visibility: 'private' });
    const bots = [await program(nell, 'read'), await program(nell, 'read', 'follows')];
    const received = await new EventRecorder(server).listen(bots);
    await follow(bob, nell);
    await bob.delete('/follows', { followerId: bob.userId, followedId: nell.userId });
    const named = (bot: Person) => received.of(bot).filter(({ name }) => name === 'follow.asked').length;
    await expect.poll(() => bots.map(named)).toEqual([0, 2]);
    received.close();
  });

  it('shows the words of a shared post only to a token that may read posts', async () => {
    const bots = [await program(alice, 'messages'), await program(alice, 'messages', 'read')];
    const postId = await publish(bob, 'words of a post');
    const received = await new EventRecorder(server).listen(bots);
    await say(bob, await openChat(bob, [alice]), 'look', { postId });
    const captions = () =>
      bots.map((bot) => received.of(bot).flatMap((item) => ('message' in item ? (item.message.post ?? []) : [])));
    await expect.poll(captions).toMatchObject([[{ postId: null, caption: '' }], [{ caption: 'words of a post' }]]);
    received.close();
  });

  it('ends after the token is revoked', async () => {
    const bot = await program(alice, 'read');
    const session = await server.deps.sessions.resolve(bot.token ?? '', 'test');
    if (!session) throw new Error('the token opens nothing');
    const stream = server.deps.streams.open(
      session,
      null,
      responseFor(() => {}),
    );
    await alice.delete(`/tokens/${bot.tokenId}`);
    await expect.poll(() => stream.ended).toBe(true);
  });

  it('is one of five at most', async () => {
    const bot = await program(bob, 'read');
    const session = await server.deps.sessions.resolve(bot.token ?? '', 'test');
    if (!session) throw new Error('the token opens nothing');
    const open = () =>
      server.deps.streams.open(
        session,
        null,
        responseFor(() => {}),
      );
    const all = Array.from({ length: 5 }, open);
    expect(open).toThrow();
    const received = await new EventRecorder(server).listen([bob]);
    received.close();
    for (const stream of all) stream.end();
  });
});
