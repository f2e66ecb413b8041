import { openDatabase, Session } from '@kith/db';
import { appointHost, disableUser, enableUser, signInFederated } from '@kith/domain';
import { describe, expect, it, vi } from 'vitest';
import { mailedCode } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { Person, password, type Reply, signUpAndIn, signUpReally, startTestApp } from '../testing/testApp.ts';

const { server, sql, alice, bob, stranger } = await castForFile();

const sessionsOf = async (userId: number): Promise<number> =>
  (await sql('select count(*) as n from sessions where user_id = $1', [userId]))[0].n;

const cookieOf = (reply: Reply): string =>
  /kith_session=[\w-]{43}/.exec(String(reply.headers['set-cookie']))?.[0] ?? '';

describe('log-ins while all sessions are being ended', () => {
  const logIn = (identifier: string) => stranger.post('/auth/login', { identifier, password });
  const sixLogIns = (identifier: string) => Array.from({ length: 6 }, () => logIn(identifier));

  it('leave no session with the old password after a reset', async () => {
    for (let round = 0; round < 4; round++) {
      const name = `reset${round}`;
      const { userId } = await signUpReally(server.app, name);
      const oobCode = await mailedCode(server, `${name}@kith.test`);
      const reset = () => stranger.post('/auth/password-reset/confirm', { oobCode, newPassword: 'newpass1!' });
      const [done, ...tries] = await Promise.all(
        round % 2 ? [reset(), ...sixLogIns(name)] : [logIn(name).then(reset), ...sixLogIns(name)],
      );
      expect(done?.status).toBe(200);
      for (const { status, body } of tries) expect([200, 'wrong-password']).toContain(status === 200 ? 200 : body.code);
      expect([round, await sessionsOf(userId)]).toEqual([round, 0]);
    }
  });

  it('leave no session to a member who is disabled meanwhile', async () => {
    for (let round = 0; round < 4; round++) {
      const name = `shut${round}`;
      const { userId } = await signUpReally(server.app, name);
      const shut = async () => {
        await new Promise((resolve) => setTimeout(resolve, 15 * round));
        await disableUser(server.deps.domain, { userName: name });
      };
      await Promise.all([...sixLogIns(name), shut()]);
      expect([round, await sessionsOf(userId)]).toEqual([round, 0]);
    }
  });

  it('leave no session to a federated member either', async () => {
    const { domain } = server.deps;
    const [{ id }] = await sql(
      `insert into users (user_name, email, identity_uid, auth_provider) values ('fay', 'fay@kith.test', 'kith-fay', 'google') returning id`,
    );
    await sql(
      `insert into federated_identities (uid, issuer, subject, email, user_id) values ('kith-fay', 'i', 'fay', 'fay@kith.test', $1)`,
      [id],
    );
    const signIn = () =>
      signInFederated(domain, {
        issuer: 'i',
        subject: 'fay',
        email: 'fay@kith.test',
        authenticatedAt: null,
        invitation: null,
        knownDevice: null,
        device: '',
      }).catch((error: { code: string }) => error.code);
    for (let round = 0; round < 5; round++) {
      await enableUser(domain, { userName: 'fay' });
      const outcomes = await Promise.all([
        ...Array.from({ length: 5 }, signIn),
        disableUser(domain, { userName: 'fay' }),
        ...Array.from({ length: 5 }, signIn),
      ]);
      expect([round, await sessionsOf(id)]).toEqual([round, 0]);
      for (const outcome of outcomes) if (typeof outcome === 'string') expect(outcome).toBe('user-disabled');
    }
  });
});

describe('a session in use', () => {
  const in30Days = /Expires=([^;]+)/;
  const daysLeft = (reply: Reply) =>
    Math.round((Date.parse(in30Days.exec(String(reply.headers['set-cookie']))?.[1] ?? '') - Date.now()) / 86_400_000);

  async function oldSession(): Promise<{ cookie: string; call: (url: string) => Promise<Reply> }> {
    const cookie = cookieOf(await stranger.post('/auth/login', { identifier: 'bob', password }));
    await sql(`update sessions set expires_at = now() + interval '10 days' where user_id = $1`, [bob.userId]);
    return { cookie, call: (url) => stranger.call('GET', url, undefined, { headers: { cookie } }) };
  }

  it('is renewed in the browser when its row is renewed', async () => {
    const { cookie, call } = await oldSession();
    const reply = await call('/posts');
    expect([cookieOf(reply), daysLeft(reply)]).toEqual([cookie, 30]);
    expect((await call('/posts')).headers['set-cookie']).toBeUndefined();
  });

  it('is renewed in the browser at the next start, if its row was renewed by a call without a cookie', async () => {
    const { cookie, call } = await oldSession();
    const token = cookie.split('=')[1];
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const first = await stranger.call('GET', '/auth/session', undefined, bearer);
    expect([first.status, first.headers['set-cookie']]).toEqual([200, undefined]);
    expect(daysLeft(await call('/auth/session'))).toBe(30);
  });

  it('is one of at most a hundred; the least recently used one ends, and all are listed', async () => {
    await sql(
      `insert into sessions (id, user_id, expires_at, last_seen_at)
       select encode(sha256(i::text::bytea), 'hex'), $1, now() + interval '9 days', now() - i * interval '1 minute'
       from generate_series(1, 99) i`,
      [alice.userId],
    );
    expect(await sessionsOf(alice.userId)).toBe(100);
    await stranger.post('/auth/login', { identifier: 'alice', password });
    expect(await sessionsOf(alice.userId)).toBe(100);
    expect(await sql(`select 1 from sessions where id = encode(sha256('99'), 'hex')`)).toEqual([]);
    expect((await alice.query('auth.sessions')).body.result.data.items).toHaveLength(100);
  });
});

describe('a session that ends while its last calls wait', () => {
  it('leaves nothing behind that would outlive it', async () => {
    const lou = await signUpAndIn(server.app, 'lou');
    await appointHost(server.deps.domain, { userName: 'lou', hosts: true });
    const made = await lou.post('/tokens', { name: 'bot', scopes: ['write'] });
    const bot = Object.assign(new Person(server.app, 'bot'), { token: made.body.data.token });
    // Each is known to this process, which asks the database again only now and then.
    expect([(await lou.get('/invitations')).status, (await bot.delete('/invitations/none')).status]).toEqual([
      200, 404,
    ]);
    const second = await openDatabase({ url: server.deps.settings.databaseUrl as string });
    const blocker = await second.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from users where id = $1 for no key update', [lou.userId]);
    const calls = [
      lou.post('/invitations', { uses: 1 }),
      bot.post('/invitations', { uses: 1 }),
      lou.post('/calendar'),
      lou.post('/tokens', { name: 'late', scopes: ['read'] }),
      lou.post('/webhooks', { url: 'https://hook.kith.test/' }),
      lou.post(`/host/members/${bob.userId}/reset-link`),
    ];
    const waiting = async () => (await second.pool.query('select from pg_locks where not granted')).rowCount;
    await expect.poll(waiting, { interval: 5, timeout: 9_000 }).toBe(calls.length);
    for (const table of ['sessions', 'tokens'])
      await blocker.query(`delete from ${table} where user_id = $1`, [lou.userId]);
    await blocker.query('commit');
    blocker.release();
    await second.close();
    const refusals = (await Promise.all(calls)).map(({ status, body }) => [status, body.code]);
    expect(refusals).toEqual(calls.map(() => [401, 'unauthenticated']));
    const [left] = await sql(
      `select (select count(*) from invitations where inviter_id = $1) + (select count(*) from calendar_feeds where user_id = $1)
         + (select count(*) from tokens where user_id = $1) + (select count(*) from webhooks where user_id = $1)
         + (select count(*) from password_resets where user_id = $2) as n`,
      [lou.userId, bob.userId],
    );
    expect(Number(left.n)).toBe(0);
  });
});

describe('an identity uid', () => {
  const signUp = (userName: string, firebaseUid: string) =>
    stranger.post('/users', { userName, email: `${userName}@kith.test`, password, firebaseUid });

  it('chosen by somebody else does not prevent a member from deleting their account', async () => {
    const victim = await signUpAndIn(server.app, 'victim');
    expect((await signUp('squatter', `deleted-${victim.userId}`)).status).toBe(201);
    expect((await victim.delete(`/users/${victim.userId}`)).status).toBe(200);
    const [{ identity_uid }] = await sql('select identity_uid from users where id = $1', [victim.userId]);
    expect((await signUp('heir', identity_uid)).body.code).toBe('uid-taken');
  });

  it('counts as taken if a provider gave it, or if it has the format of generated ones', async () => {
    await sql(
      `insert into federated_identities (uid, issuer, subject, email) values ('AbCdEfGhIjKlMnOpQrStUvWxYz01', 'i', 'w', 'w@kith.test')`,
    );
    for (const uid of ['AbCdEfGhIjKlMnOpQrStUvWxYz01', alice.uid, 'kith-anything', 'KITH-anything']) {
      const { status, body } = await signUp('taker', uid);
      expect([uid, status, body.code]).toEqual([uid, 409, 'uid-taken']);
    }
    expect((await signUp('taker', 'my-own-uid')).body.data.firebaseUid).toBe('my-own-uid');
    expect(alice.uid).toMatch(/^kith-[A-Za-z0-9]{28}$/);
  });
});

describe('a change of password with the current one', () => {
  const change = (person: Person, currentPassword: string, newPassword: string) =>
    person.post('/auth/password', { currentPassword, newPassword });

  it('ends every other session and invalidates the old password', async () => {
    const pola = await signUpAndIn(server.app, 'pola');
    const elsewhere = new Person(server.app, 'pola');
    const entry = (secret: string) => elsewhere.post('/auth/login', { identifier: 'pola', password: secret });
    elsewhere.token = (await entry(password)).body.data.token;
    expect((await change(pola, 'wrong1!', 'better2$')).body).toMatchObject({ code: 'incorrect-password' });
    expect((await change(pola, password, 'short')).status).toBe(400);
    expect((await elsewhere.get('/auth/session')).status).toBe(200);
    expect((await change(pola, password, 'better2$')).status).toBe(200);
    expect((await pola.get('/auth/session')).status).toBe(200);
    await expect.poll(async () => (await elsewhere.get('/auth/session')).status).toBe(401);
    elsewhere.token = undefined;
    expect([(await entry(password)).status, (await entry('better2$')).status]).toEqual([400, 200]);
  });

  it('succeeds once for two concurrent requests with the same old one', async () => {
    const remi = await signUpAndIn(server.app, 'remi');
    const answers = await Promise.all(['better2$', 'best3%%'].map((secret) => change(remi, password, secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('needs a session', async () => {
    expect((await change(new Person(server.app, 'nobody'), password, 'better2$')).status).toBe(401);
  });
});

it('an unknown token is looked up once, and no more for an address that has sent many', async () => {
  const limited = await startTestApp({ RATE_LIMIT: 'on' });
  const dora = await signUpAndIn(limited.app, 'dora');
  expect((await dora.get('/auth/session')).status).toBe(200);
  const rows = await limited.deps.domain.db.em().find(Session, { user: dora.userId });
  const doras = new Set<unknown>(rows.map(({ id }) => id));
  const lookUps = vi.spyOn(limited.deps.domain.db, 'run');
  const guess = (n: number) => Object.assign(new Person(limited.app, 'guesser'), { token: `guess-${n}` }).get('/posts');
  for (let i = 0; i <= 300; i += 1) {
    expect((await guess(i)).status).toBe(401);
    // The process forgets a session that nobody uses for a while, and on a busy machine the guesses take longer than that.
    if (i % 20 === 0) expect((await dora.get('/auth/session')).status).toBe(200);
  }
  expect((await guess(300)).status).toBe(401);
  expect((await guess(301)).status).toBe(429);
  expect(lookUps.mock.calls.filter(([{ name }, [id]]) => name === 'sessions/find' && !doras.has(id))).toHaveLength(301);
  expect((await dora.get('/auth/session')).status).toBe(200);
  await limited.close();
});
