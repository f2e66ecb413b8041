import { LockMode, Passkey, User } from '@kith/db';
import { appointModerator, disableUser, enableUser } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../testing/authenticator.ts';
import { mailedCode } from '../testing/mails.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, password, signUpAndIn } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();
let origin: string;

beforeAll(async () => {
  origin = server.deps.settings.publicUrl;
});

const visitor = () => new Person(server.app, 'visitor');

async function register(who: Person, key: Authenticator, name = 'Telephone') {
  const { body } = await who.post('/auth/passkeys/options');
  return who.post('/auth/passkeys', { name, response: key.register(body.data) });
}

const ask = async (): Promise<{ challenge: string }> =>
  (await visitor().post('/auth/passkeys/login/options')).body.data;
const logInWithPasskey = (response: object) => visitor().post('/auth/passkeys/login', { response });
const logIn = async (key: Authenticator) => logInWithPasskey(key.sign(await ask()));

/** A member with a passkey. */
async function member(name: string) {
  const who = await signUpAndIn(server.app, name);
  const key = new Authenticator(origin);
  const added = await register(who, key);
  expect(added.status).toBe(201);
  return { who, key, passkeyId: added.body.data.passkeyId as number };
}

describe('a passkey', () => {
  it('starts no session if it is removed between its proof and the start of the session', async () => {
    const { who, key, passkeyId } = await member('zoe');
    const { db } = server.deps.domain;
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const signed = key.sign(await ask());
    const entering = await db.transaction(async (tx) => {
      await tx.em().findOne(User, who.userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const reply = logInWithPasskey(signed);
      await expect.poll(async () => (await sql(waits)).length).toBe(1);
      await tx.em().nativeDelete(Passkey, { id: passkeyId });
      return { reply };
    });
    const { status, body } = await entering.reply;
    expect([status, body.code]).toEqual([400, 'passkey-refused']);
  });

  it('is added, named, listed and removed by its member only', async () => {
    const { who, passkeyId } = await member('abe');
    const other = await signUpAndIn(server.app, 'bea');
    expect((await who.get('/auth/passkeys')).body.data).toMatchObject([
      { passkeyId, name: 'Telephone', lastUsedAt: null },
    ]);
    expect((await other.get('/auth/passkeys')).body.data).toEqual([]);
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await other.call(method, `/auth/passkeys/${passkeyId}`, method === 'PATCH' ? { name: 'Mine' } : undefined))
          .status,
      ).toBe(404);
    expect((await who.patch(`/auth/passkeys/${passkeyId}`, { name: ' Laptop ' })).body.data.name).toBe('Laptop');
    expect((await who.patch(`/auth/passkeys/${passkeyId}`, { name: ' ' })).status).toBe(400);
    const stale = (await who.post('/auth/passkeys/options')).body.data;
    await sql('update sessions set reauthenticated_at = null where user_id = $1', [who.userId]);
    for (const call of [
      () => who.post('/auth/passkeys/options'),
      () => who.delete(`/auth/passkeys/${passkeyId}`),
      () => who.post('/auth/passkeys', { name: 'x', response: new Authenticator(origin).register(stale) }),
    ])
      expect((await call()).body.code).toBe('reauthentication-required');
    await who.post('/auth/reauthenticate', { password });
    expect((await who.delete(`/auth/passkeys/${passkeyId}`)).status).toBe(204);
    expect((await who.get('/auth/passkeys')).body.data).toEqual([]);
  });

  it('cannot be registered from another site, without user verification, twice, or with another member’s challenge', async () => {
    const { who, key } = await member('cyd');
    const other = await signUpAndIn(server.app, 'dee');
    const careless = new Authenticator(origin);
    careless.verifies = false;
    for (const bad of [new Authenticator('https://evil.example'), new Authenticator(origin, 'evil.example'), careless])
      expect((await register(who, bad)).body.code).toBe('passkey-refused');
    const options = (await who.post('/auth/passkeys/options')).body.data;
    const fresh = new Authenticator(origin);
    const stolen = await other.post('/auth/passkeys', { name: 'x', response: fresh.register(options) });
    expect(stolen.body.code).toBe('passkey-refused');
    expect((await who.post('/auth/passkeys', { name: 'x', response: fresh.register(options) })).status).toBe(201);
    expect((await who.post('/auth/passkeys', { name: 'x', response: fresh.register(options) })).status).toBe(400);
    // Another member sends a credential that is already registered.
    expect((await register(other, key)).body.code).toBe('passkey-refused');
    const junk = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'bm9uc2Vuc2U' } };
    expect((await who.post('/auth/passkeys', { name: 'x', response: junk })).status).toBe(400);
    expect((await who.post('/auth/passkeys', { name: 'x', response: 'junk' })).status).toBe(400);
  });
});

describe('a log-in by passkey', () => {
  it('needs no other factor, even with a second factor switched on', async () => {
    const { who, key, passkeyId } = await member('eli');
    await sql(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now())`, [who.userId]);
    const asked = await visitor().post('/auth/login', { identifier: 'eli', password });
    expect(asked.body.code).toBe('second-factor-required');
    const entered = await logIn(key);
    expect([entered.status, entered.body.data.user.userName]).toEqual([200, 'eli']);
    expect(String(entered.headers['set-cookie'])).toContain('kith_session=');
    who.token = entered.body.data.token;
    const [used] = (await who.get('/auth/passkeys')).body.data;
    expect([used.passkeyId, typeof used.lastUsedAt]).toEqual([passkeyId, 'string']);
    // A passkey counts as re-authentication, as a password does.
    expect((await who.post('/auth/passkeys/options')).status).toBe(200);
  });

  it('is refused when replayed, from a cloned key, from another site, unverified, unknown, forged or expired', async () => {
    const { key } = await member('fio');
    const answer = key.sign(await ask());
    const both = await Promise.all([logInWithPasskey(answer), logInWithPasskey(answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const ahead = key.counter;
    key.counter = 0;
    expect((await logIn(key)).body.code).toBe('passkey-refused');
    key.counter = ahead;
    key.verifies = false;
    expect((await logIn(key)).body.code).toBe('passkey-refused');
    key.verifies = true;
    expect((await logIn(new Authenticator(origin))).body.code).toBe('passkey-refused');
    const { challenge } = await ask();
    const elsewhere = Object.assign(key.sign({ challenge }), { id: new Authenticator(origin).sign({ challenge }).id });
    expect((await logInWithPasskey(elsewhere)).body.code).toBe('passkey-refused');
    const forged = key.sign(await ask());
    forged.response.signature = key.sign({ challenge: 'other' }).response.signature as string;
    expect((await logInWithPasskey(forged)).body.code).toBe('passkey-refused');
    expect((await logInWithPasskey(key.sign({ challenge: 'bWFkZS11cA' }))).body.code).toBe('passkey-refused');
    const late = key.sign(await ask());
    await sql(`update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect((await logInWithPasskey(late)).body.code).toBe('passkey-refused');
    expect((await logIn(key)).status).toBe(200);
  });

  it('is removed by a log-out everywhere, and by a change of password that ends all access', async () => {
    const change = { currentPassword: password, newPassword: 'friends2!' };
    for (const [name, end, status] of [
      ['mia', (who: Person) => who.delete('/auth/sessions'), 400],
      ['noa', (who: Person) => who.post('/auth/password', { ...change, endAccess: true }), 400],
      ['ona', (who: Person) => who.post('/auth/password', change), 200],
    ] as const) {
      const { who, key } = await member(name);
      await end(who);
      expect([name, (await logIn(key)).status]).toEqual([name, status]);
    }
  });

  it('is disabled with its account, and by a mailed reset', async () => {
    const { who, key } = await member('gus');
    await disableUser(server.deps.domain, { userName: 'gus' });
    expect((await logIn(key)).body.code).toBe('passkey-refused');
    await enableUser(server.deps.domain, { userName: 'gus' });
    expect((await logIn(key)).status).toBe(200);
    const oobCode = await mailedCode(server, 'gus@kith.test');
    await visitor().post('/auth/password-reset/confirm', { oobCode, newPassword: password });
    expect((await logIn(key)).body.code).toBe('passkey-refused');
    expect(await sql('select * from passkeys where user_id = $1', [who.userId])).toEqual([]);
  });
});

it('a re-authentication accepts one of the caller’s own passkeys', async () => {
  const { who, key } = await member('hal');
  const { key: foreign } = await member('ida');
  await sql('update sessions set reauthenticated_at = null where user_id = $1', [who.userId]);
  const prove = async (by: Authenticator) =>
    who.post('/auth/passkeys/reauthenticate', { response: by.sign(await ask()) });
  expect((await prove(foreign)).body.code).toBe('passkey-refused');
  expect((await who.delete(`/users/${who.userId}`)).body.code).toBe('reauthentication-required');
  expect((await prove(key)).status).toBe(200);
  expect((await who.delete(`/users/${who.userId}`)).status).toBe(200);
  expect(await sql('select * from passkeys where user_id = $1', [who.userId])).toEqual([]);
});

describe('with REQUIRE_SECOND_FACTOR=moderators, a passkey', () => {
  beforeAll(() => {
    server.deps.domain.settings = { ...server.deps.domain.settings, moderatorsNeedSecondFactor: true };
  });
  afterAll(() => {
    server.deps.domain.settings = { ...server.deps.domain.settings, moderatorsNeedSecondFactor: false };
  });

  /** A moderator with a passkey, in a session started with it and in one started with the password. */
  async function moderator(name: string) {
    const { who: byPassword, key, passkeyId } = await member(name);
    await appointModerator(server.deps.domain, { userName: name, moderates: true });
    const byPasskey = Object.assign(new Person(server.app, name), { userId: byPassword.userId });
    byPasskey.token = (await logIn(key)).body.data.token;
    return { byPassword, byPasskey, key, passkeyId };
  }
  const moderates = async (who: Person) => (await who.get('/moderation/reports')).body.code ?? 'moderates';

  it('lets its owner moderate in the session it started or confirmed, and not in one started by password', async () => {
    const { byPassword, byPasskey, key, passkeyId } = await moderator('pia');
    expect([await moderates(byPassword), await moderates(byPasskey)]).toEqual(['second-factor-missing', 'moderates']);
    expect((await byPasskey.get('/auth/second-factor')).body.data.required).toBe(false);
    expect((await byPassword.get('/auth/second-factor')).body.data.required).toBe(true);
    await byPassword.post('/auth/reauthenticate', { password });
    expect(await moderates(byPassword)).toBe('second-factor-missing');
    const answered = await byPassword.post('/auth/passkeys/reauthenticate', { response: key.sign(await ask()) });
    expect([answered.status, await moderates(byPassword)]).toEqual([200, 'moderates']);
    await byPasskey.delete(`/auth/passkeys/${passkeyId}`);
    expect([await moderates(byPassword), await moderates(byPasskey)]).toEqual(Array(2).fill('second-factor-missing'));
  });

  it('can neither be added nor removed, nor can an authenticator app, with the password alone', async () => {
    const { byPassword, byPasskey, passkeyId } = await moderator('quin');
    await byPassword.post('/auth/reauthenticate', { password });
    const options = (await byPasskey.post('/auth/passkeys/options')).body.data;
    const response = new Authenticator(origin).register(options);
    for (const call of [
      () => byPassword.post('/auth/passkeys/options'),
      () => byPassword.post('/auth/passkeys', { name: 'Mine', response }),
      () => byPassword.delete(`/auth/passkeys/${passkeyId}`),
      () => byPassword.post('/auth/second-factor'),
    ])
      expect((await call()).body.code).toBe('passkey-required');
    expect((await byPassword.get('/auth/passkeys')).body.data).toHaveLength(1);
    expect((await register(byPasskey, new Authenticator(origin))).status).toBe(201);
    const plain = await member('rob');
    await plain.who.post('/auth/reauthenticate', { password });
    expect((await register(plain.who, new Authenticator(origin))).status).toBe(201);
  });

  it('is removed by a log-out everywhere only in a session that a passkey started', async () => {
    const [una, vic] = [await moderator('una'), await moderator('vic')];
    await una.byPassword.delete('/auth/sessions');
    await vic.byPasskey.delete('/auth/sessions');
    expect([(await logIn(una.key)).status, (await logIn(vic.key)).status]).toEqual([200, 400]);
  });

  it('is removed by a mailed reset, as is the right to moderate, until an operator restores it', async () => {
    const { byPasskey, key } = await moderator('sam');
    await sql('update users set email_confirmed = true where id = $1', [byPasskey.userId]);
    const oobCode = await mailedCode(server, 'sam@kith.test');
    const confirmed = await visitor().post('/auth/password-reset/confirm', { oobCode, newPassword: 'friends2!' });
    expect(confirmed.status).toBe(200);
    expect((await logIn(key)).status).toBe(400);
    const { token } = (await visitor().post('/auth/login', { identifier: 'sam', password: 'friends2!' })).body.data;
    const intruder = Object.assign(new Person(server.app, 'sam'), { token });
    const added = new Authenticator(origin);
    expect((await register(intruder, added)).status).toBe(201);
    intruder.token = (await logIn(added)).body.data.token;
    expect(await moderates(intruder)).toBe('forbidden');
    const entries = await sql('select action, by_id from host_log where member_id = $1 order by id', [
      byPasskey.userId,
    ]);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'moderator-appointed',
      'moderator-removed',
    ]);
    await appointModerator(server.deps.domain, { userName: 'sam', moderates: true });
    expect(await moderates(intruder)).toBe('moderates');
  });
});
