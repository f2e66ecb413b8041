import { disableUser, enableUser, eraseUser, recountCounters, removeExpired } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { follow, write } from '../testing/actions.ts';
import { mailedCode as mailedCodeOf } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, password, signUpAndIn, signUpAnew, startTestApp, type TestApp } from '../testing/testApp.ts';

const { server, sql, alice, bob, carol, stranger } = await castForFile();

const mailedCode = (email: string) => mailedCodeOf(server, email);

describe('a forgotten password', () => {
  it('gets the same response for any e-mail address', async () => {
    const answers = await Promise.all(
      ['alice@kith.test', 'nobody@kith.test'].map((email) => stranger.post('/auth/password-reset', { email })),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.body.message).toBe('Password reset email sent. Please check your inbox.');
    for (const email of ['a\u0000@kith.test', 'a\ud800@kith.test'])
      expect(await stranger.post('/auth/password-reset', { email })).toMatchObject({
        status: 400,
        body: { code: 'invalid-email' },
      });
    expect((await stranger.post('/auth/password-reset', { email: '' })).body.message).toBe(
      'Please enter your email address',
    );
  });

  it('is replaced once, with a mailed code, and ends every session', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    const oobCode = await mailedCode('dora@kith.test');
    expect(oobCode).toBeDefined();
    expect(JSON.stringify(await sql('select * from password_resets'))).not.toContain(oobCode);
    const confirm = (newPassword: string) => stranger.post('/auth/password-reset/confirm', { oobCode, newPassword });
    expect((await confirm('weak')).body.message).toBe(
      'Password must contain at least 6 characters, including numbers, letters and special characters (!$@%)',
    );
    const tries = await Promise.all([confirm('newpass1!'), confirm('newpass2!')]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(tries.find(({ status }) => status === 400)?.body.code).toBe('expired-reset-link');
    await expect.poll(async () => (await dora.get('/auth/session')).status, { timeout: 5_000 }).toBe(401);
    const old = await stranger.post('/auth/login', { identifier: 'dora', password });
    expect(old.body.code).toBe('wrong-password');
  });

  it('is not replaced with a code an hour old, nor without one', async () => {
    const oobCode = await mailedCode('alice@kith.test');
    await sql(`update password_resets set expires_at = now() - interval '1 second'`);
    const late = await stranger.post('/auth/password-reset/confirm', { oobCode, newPassword: 'newpass1!' });
    expect([late.status, late.body.code]).toEqual([400, 'expired-reset-link']);
    const none = await stranger.post('/auth/password-reset/confirm', { newPassword: 'newpass1!' });
    expect(none.body.message).toBe('Invalid reset link');
  });
});

describe('an operator', () => {
  it('disables and enables an account', async () => {
    const { domain } = server.deps;
    const eve = await signUpAndIn(server.app, 'eve');
    await disableUser(domain, { userName: 'EVE' });
    await expect.poll(async () => (await eve.get('/auth/session')).status, { timeout: 5_000 }).toBe(401);
    const shut = await stranger.post('/auth/login', { identifier: 'eve', password });
    expect([shut.status, shut.body.code, shut.body.message]).toEqual([
      403,
      'user-disabled',
      'This account has been disabled.',
    ]);
    const wrong = await stranger.post('/auth/login', { identifier: 'eve', password: 'wrong1!' });
    expect(wrong.body.code).toBe('wrong-password');
    expect((await alice.get('/users/name/eve')).status).toBe(404);
    await enableUser(domain, { userName: 'eve' });
    expect((await stranger.post('/auth/login', { identifier: 'eve', password })).status).toBe(200);
  });

  it('can switch password accounts off', async () => {
    const closed = await startTestApp({ PASSWORD_SIGN_IN: 'off' });
    const person = new (alice.constructor as new (app: TestApp['app'], name: string) => Person)(closed.app, 'x');
    const { status, body } = await person.post('/auth/login', { identifier: 'alice', password });
    expect([status, body.message]).toEqual([403, 'Email/password accounts are not enabled.']);
    await closed.close();
  });
});

describe('sessions', () => {
  it('are listed and revoked by their member only', async () => {
    const { body } = await stranger.post('/auth/login', { identifier: 'bob', password });
    const other = { headers: { authorization: `Bearer ${body.data.token}` } };
    const list = (await bob.query('auth.sessions')).body.result.data.items;
    expect(list.filter((item: { current: boolean }) => item.current)).toHaveLength(1);
    const { sessionId } = list.find((item: { current: boolean }) => !item.current);
    expect((await alice.mutate('auth.revokeSession', { sessionId })).status).toBe(404);
    expect((await stranger.call('GET', '/auth/session', undefined, other)).status).toBe(200);
    expect((await bob.mutate('auth.revokeSession', { sessionId })).status).toBe(200);
    await expect
      .poll(async () => (await stranger.call('GET', '/auth/session', undefined, other)).status, { timeout: 5_000 })
      .toBe(401);
  });
});

describe('a profile', () => {
  it('reserves the last five of its former user names, so that nobody collects names', async () => {
    const [iris] = await signUpAnew(server, 'iris');
    for (let i = 0; i < 8; i++) await iris.patch(`/users/${iris.userId}`, { userName: `nice.name${i}` });
    const isFree = async (i: number) =>
      (await stranger.query('auth.userNameAvailable', { userName: `nice.name${i}` })).body.result.data.available;
    expect(await Promise.all([1, 2, 6, 7].map(isFree))).toEqual([true, false, false, false]);
  });

  it('can change its user name, which frees the old one for nobody else, within the rules', async () => {
    const url = `/users/${carol.userId}`;
    expect((await carol.patch(url, { userName: 'BOB' })).body.message).toBe('This username is already taken');
    expect((await carol.patch(url, { bio: 'x'.repeat(301) })).status).toBe(400);
    expect((await carol.patch(url, { userName: 'carla', bio: 'hello' })).body.data).toMatchObject({
      userName: 'carla',
      bio: 'hello',
    });
    expect((await alice.get('/users/name/carol')).status).toBe(404);
    const heir = { userName: 'carol', email: 'heir@kith.test', password };
    // Posts of other members still mention the former name, and must not link to another account.
    expect((await stranger.post('/users', heir)).body.code).toBe('username-taken');
    expect((await carol.patch(url, { userName: 'Carol' })).status).toBe(200);
    expect((await carol.patch(url, { userName: 'carla' })).status).toBe(200);
    await sql(`update user_names set freed_at = freed_at - interval '10 years'`);
    await removeExpired(server.deps.domain);
    expect((await stranger.post('/users', heir)).body.code).toBe('username-taken');
    expect((await carol.patch(url, { userName: 'carol' })).status).toBe(200);
  });
});

describe('deleting an account', () => {
  it('needs a fresh re-authentication, then leaves nothing but messages', async () => {
    const gina = await signUpAndIn(server.app, 'gina');
    const url = `/users/${gina.userId}`;
    await sql(`update sessions set reauthenticated_at = now() - interval '6 minutes' where user_id = $1`, [
      gina.userId,
    ]);
    const stale = await gina.delete(url);
    expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication-required']);
    expect((await gina.post('/auth/reauthenticate', { password: 'wrong1!' })).body.message).toBe('Incorrect password');
    expect((await gina.post('/auth/reauthenticate', {})).body.message).toBe('Password is required');
    expect((await gina.post('/auth/reauthenticate', { password })).status).toBe(200);
    await follow(bob, gina);
    await write(gina, bob, 'remember me');
    expect((await gina.delete(url)).body.message).toBe('Account deleted!');
    expect((await gina.get('/auth/session')).status).toBe(401);
    expect((await bob.get('/users/name/gina')).status).toBe(404);
    expect((await stranger.post('/auth/login', { identifier: 'gina', password })).body.code).toBe(
      'user-does-not-exist',
    );
    // A job may run twice, also concurrently.
    await Promise.all([1, 2].map(() => eraseUser(server.deps.domain, { userId: gina.userId })));
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    const contacts = (await bob.query('messages.contacts')).body.result.data.items;
    expect(contacts).toMatchObject([
      { user: { userId: gina.userId, userName: null }, lastMessage: { content: 'remember me' } },
    ]);
    const heir = { userName: 'gina', email: 'other@kith.test', password };
    expect((await stranger.post('/users', heir)).body.code).toBe('username-taken');
    expect((await stranger.post('/users', { ...heir, userName: 'gina2', email: 'gina@kith.test' })).status).toBe(201);
  });
});
