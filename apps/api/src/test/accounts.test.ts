import { probe } from '@kith/db/testing';
import { describe, expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import { password } from '../testing/testApp.ts';

const { server, alice, stranger } = await castForFile();

const signUp = (change: object) =>
  stranger.post('/users', { userName: 'dora', email: 'dora@kith.test', password, ...change });

describe('sign-up', () => {
  it('says which rule the name, the password or the address breaks', async () => {
    const refusals: [object, string][] = [
      [{ userName: 'ab' }, 'Username must be at least 3 characters'],
      [
        { password: 'short' },
        'Password must contain at least 6 characters, including letters, numbers and special characters (!$@%)',
      ],
      [{ email: 'nobody' }, 'Please enter a valid email address.'],
    ];
    for (const [change, message] of refusals) {
      const { status, body } = await signUp(change);
      expect([status, body.message]).toEqual([400, message]);
    }
  });

  it('refuses a user name, e-mail or uid that is taken, in any case, and a name with other signs at its ends', async () => {
    for (const userName of ['ALICE', 'alice.', '_Alice-']) {
      expect((await signUp({ userName })).body).toMatchObject({
        code: 'username-taken',
        message: 'This username is already taken',
      });
      const free = await stranger.get(`/users/available?userName=${userName}`);
      expect(free.body.data).toEqual({ available: false });
    }
    expect((await signUp({ email: 'Alice@Kith.test' })).body.code).toBe('email-already-in-use');
    const taken = await signUp({ firebaseUid: alice.uid });
    expect([taken.status, taken.body.code]).toEqual([409, 'uid-taken']);
  });

  it('lets exactly one of twenty concurrent sign-ups have the same user name', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        signUp({ userName: i % 2 ? 'wanted' : 'wanted.', email: `w${i}@kith.test` }),
      ),
    );
    expect(tries.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('does not log in', async () => {
    const { status, headers } = await signUp({ userName: 'eva', email: 'eva@kith.test' });
    expect([status, headers['set-cookie']]).toEqual([201, undefined]);
  });
});

describe('log-in', () => {
  const logIn = (identifier: string, secret = password) =>
    stranger.post('/auth/login', { identifier, password: secret });

  it.each(['alice', 'ALICE', 'alice@kith.test', 'Alice@KITH.test'])('accepts %s', async (identifier) => {
    const { status, body, headers } = await logIn(identifier);
    expect([status, body.data.user.userName]).toEqual([200, 'alice']);
    expect(String(headers['set-cookie'])).toMatch(/^kith_session=[\w-]{43};.*HttpOnly; SameSite=Lax/);
  });

  it.each([
    ['nobody', password, 'user-does-not-exist', 'Error: User does not exist.'],
    ['nobody@kith.test', password, 'user-not-found', 'User not found. Please check your credentials or sign up.'],
    ['no@body', password, 'invalid-email', 'Please enter a valid email address.'],
    ['alice', 'wrong1!', 'wrong-password', 'Incorrect password. Please try again.'],
  ])('refuses %s with %s', async (identifier, secret, code, message) => {
    const { status, body } = await logIn(identifier, secret);
    expect([status, body.code, body.message]).toEqual([400, code, message]);
  });

  it('creates a session per log-in; logging out ends only that session', async () => {
    const [one, two] = await Promise.all([logIn('bob'), logIn('bob')]);
    const as = (token: string, method: string, url: string) =>
      stranger.call(method, url, undefined, { headers: { authorization: `Bearer ${token}` } });
    expect((await as(one.body.data.token, 'POST', '/auth/logout')).status).toBe(200);
    await expect
      .poll(async () => (await as(one.body.data.token, 'GET', '/auth/session')).status, { timeout: 5_000 })
      .toBe(401);
    expect((await as(two.body.data.token, 'GET', '/auth/session')).status).toBe(200);
  });

  it("ends the browser's previous session", async () => {
    const first = await logIn('carol');
    const cookie = String(first.headers['set-cookie']).split(';')[0] as string;
    const entry = { identifier: 'carol', password };
    const again = await stranger.call('POST', '/auth/login', entry, { headers: { cookie } });
    expect(again.status).toBe(200);
    await expect
      .poll(async () => (await stranger.call('GET', '/auth/session', undefined, { headers: { cookie } })).status, {
        timeout: 6_000,
      })
      .toBe(401);
  });

  it('stores no token that a reader of the database could use', async () => {
    const { rows } = await probe(server.deps.domain.db, 'select id from sessions');
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) {
      const { status } = await stranger.call('GET', '/auth/session', undefined, {
        headers: { authorization: `Bearer ${id}` },
      });
      expect(status).toBe(401);
    }
  });
});
