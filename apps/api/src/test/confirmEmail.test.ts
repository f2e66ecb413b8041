import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probe } from '@kith/db/testing';
import {
  chooseUserName,
  sendConfirmation,
  sendPasswordReset,
  signInFederated,
  unconfirmedLimits,
  userLimits,
} from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { comment, follow, write } from '../testing/actions.ts';
import { mailedCode, mails } from '../testing/mails.ts';
import { Person, password, signUpAndIn, signUpReally, startTestApp, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
const start = (env: Record<string, string> = {}) => startTestApp({ CONFIRM_EMAIL: 'on', ...env });

beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

const rows = async (sql: string, values: unknown[] = []) => (await probe(server.deps.domain.db, sql, values)).rows;
const accountOf = async (person: Person) => (await person.get('/auth/session')).body.data.user;
const confirm = (code: unknown, from = new Person(server.app, 'x')) => from.post('/auth/confirm-email', { code });

/** Runs the job that mails a code, and reads the code from the newest mail. */
async function codeFor({ userId }: { userId: number }): Promise<string> {
  const before = (await mails(server)).length;
  await sendConfirmation(server.deps.domain, { userId });
  const all = await mails(server);
  if (all.length === before) throw new Error('nothing was mailed');
  const text = await readFile(join(server.deps.settings.dataDir, 'outbox', all.at(-1) as string), 'utf8');
  return /confirm\?code=([\w-]{43})/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] as string;
}

const cameBy = (email: string, subject = email) => ({
  issuer: 'https://provider.test',
  subject,
  email,
  authenticatedAt: null,
  device: '',
  invitation: null,
  knownDevice: null,
});

/** Signs in a user of the identity provider, who then chooses a user name. */
async function comeBy(email: string, userName: string) {
  const arrived = await signInFederated(server.deps.domain, cameBy(email));
  if (arrived.kind !== 'pending') throw new Error('they were here before');
  const { uid, token: pendingToken } = arrived;
  return chooseUserName(server.deps.domain, { uid, userName, pendingToken, device: '', knownDevice: null });
}

describe('an e-mail address', () => {
  it('is confirmed once, by the link mailed to it, with or without a session', async () => {
    const queued = vi.spyOn(server.deps.domain.queue, 'add');
    const ana = await signUpReally(server.app, 'ana');
    expect((await accountOf(ana)).emailConfirmed).toBe(false);
    expect(queued.mock.calls.flat(2)).toMatchObject([
      { name: 'auth.sendConfirmation', payload: { userId: ana.userId } },
    ]);
    const code = await codeFor(ana);
    expect(JSON.stringify(await rows('select * from email_confirmations'))).not.toContain(code);
    // A mail scanner that opens the link changes nothing.
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await ana.call(method, `/confirm?code=${code}`);
    expect((await accountOf(ana)).emailConfirmed).toBe(false);
    expect((await confirm(code)).status).toBe(200);
    expect((await accountOf(ana)).emailConfirmed).toBe(true);
    const again = await confirm(code);
    expect([again.status, again.body.code]).toEqual([400, 'expired-confirmation-link']);
    await expect(codeFor(ana)).rejects.toThrow('nothing was mailed');
  });

  it('is not confirmed by anything else', async () => {
    const bea = await signUpAndIn(server.app, 'bea');
    for (const code of ['', 'x'.repeat(43), 'x'.repeat(201), '\u0000', '\ud800', 1, null, { $ne: '' }, undefined])
      expect((await confirm(code, bea)).status).toBe(400);
    const over = await codeFor(bea);
    await probe(server.deps.domain.db, `update email_confirmations set expires_at = now() - interval '1 second'`);
    expect((await confirm(over)).body.code).toBe('expired-confirmation-link');
    const reset = await mailedCode(server, 'bea@kith.test');
    expect((await confirm(reset)).body.code).toBe('expired-confirmation-link');
    expect((await accountOf(bea)).emailConfirmed).toBe(false);
  });

  it('is not confirmed by another member’s code, nor by one sent to the previous address', async () => {
    const [carl, eve] = await Promise.all([signUpAndIn(server.app, 'carl'), signUpAndIn(server.app, 'eve')]);
    expect((await confirm(await codeFor(eve), carl)).status).toBe(200);
    expect([(await accountOf(carl)).emailConfirmed, (await accountOf(eve)).emailConfirmed]).toEqual([false, true]);

    const mallory = await signUpAndIn(server.app, 'mallory');
    const codes = [await codeFor(mallory), await mailedCode(server, 'mallory@kith.test')];
    const moved = await mallory.post('/auth/email', { email: 'victim@kith.test', password });
    expect([moved.status, moved.body.data]).toMatchObject([200, { email: 'victim@kith.test', emailConfirmed: false }]);
    expect((await confirm(codes[0])).body.code).toBe('expired-confirmation-link');
    const reset = await mallory.post('/auth/password-reset/confirm', { oobCode: codes[1], newPassword: 'another1!' });
    expect(reset.body.code).toBe('expired-reset-link');
    expect((await accountOf(mallory)).emailConfirmed).toBe(false);
  });

  it('is confirmed by one of many concurrent requests with the same code', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    const code = await codeFor(dora);
    const all = await Promise.all(Array.from({ length: 8 }, () => confirm(code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it('is confirmed by a password reset as well', async () => {
    const finn = await signUpAndIn(server.app, 'finn');
    const oobCode = await mailedCode(server, 'finn@kith.test');
    await finn.post('/auth/password-reset/confirm', { oobCode, newPassword: 'another1!' });
    const entered = await finn.post('/auth/login', { identifier: 'finn', password: 'another1!' });
    expect(entered.body.data.user.emailConfirmed).toBe(true);
  });

  it('whose owner proves it by a reset keeps nothing that whoever signed up with it has set', async () => {
    const thief = await signUpAndIn(server.app, 'thief');
    expect((await thief.mutate('secondFactor.begin')).body.error?.data.kith.code).toBe('email-unconfirmed');
    const own = (text: string) => probe(server.deps.domain.db, text, [thief.userId]);
    await own(`insert into second_factors (user_id, secret, confirmed_at, last_step) values ($1, '', now(), 0)`);
    await own(`insert into recovery_codes (user_id, code_hash) values ($1, 'a')`);
    await own(`insert into profile_links (user_id, url, position) values ($1, 'https://thief.test/', 0)`);
    const oobCode = await mailedCode(server, 'thief@kith.test');
    await thief.post('/auth/password-reset/confirm', { oobCode, newPassword: 'another1!' });
    const entered = await thief.post('/auth/login', { identifier: 'thief', password: 'another1!' });
    expect(entered.status).toBe(200);
    for (const table of ['second_factors', 'recovery_codes', 'profile_links'])
      expect([table, (await own(`select * from ${table} where user_id = $1`)).rows]).toEqual([table, []]);
  });

  it('can be changed with only the password while it is unconfirmed, to one that is free', async () => {
    const [gina, hugo] = await Promise.all([signUpAndIn(server.app, 'gina'), signUpAndIn(server.app, 'hugo')]);
    const change = async (email: string, secret: string) =>
      (await gina.post('/auth/email', { email, password: secret })).body.code ?? 'changed';
    expect(await change('gina2@kith.test', 'wrong1!')).toBe('incorrect-password');
    expect(await change('HUGO@kith.test', password)).toBe('email-already-in-use');
    expect(await change('no address', password)).toBe('invalid-email');
    expect(await change('gina2@kith.test', password)).toBe('changed');
    await confirm(await codeFor(gina));
    expect(await accountOf(gina)).toMatchObject({ email: 'gina2@kith.test', emailConfirmed: true });
    expect(await change('gina3@kith.test', password)).toBe('forbidden');
    expect((await new Person(server.app, 'x').post('/auth/email', { email: 'a@b.test', password })).status).toBe(401);
    expect((await accountOf(hugo)).email).toBe('hugo@kith.test');
  });

  it('is sent a limited number of links, even when its account changes address', async () => {
    const iris = await signUpAndIn(server.app, 'iris');
    const before = (await mails(server)).length;
    for (let i = 0; i < 10; i += 1) await sendConfirmation(server.deps.domain, iris);
    await iris.post('/auth/email', { email: 'iris2@kith.test', password });
    for (let i = 0; i < 10; i += 1) await sendConfirmation(server.deps.domain, iris);
    expect((await mails(server)).length - before).toBe(15);
  });
});

describe('the limit of mails to an inbox', () => {
  it('is ten a day, shared by all accounts that use it; a mail that fails does not count', async () => {
    const counted = await start({ RATE_LIMIT: 'on' });
    try {
      const { domain } = counted.deps;
      const people = await Promise.all(['rosa', 'saul', 'tina'].map((name) => signUpAndIn(counted.app, name)));
      const send = vi.spyOn(domain.mailer, 'send').mockRejectedValueOnce(new Error('the mail server is unavailable'));
      await expect(sendConfirmation(domain, people[0] as Person)).rejects.toThrow('unavailable');
      for (let index = 0; index < 15; index += 1) {
        const person = people[index % 3] as Person;
        const address = `Victim+${index}@kith.test`;
        await probe(domain.db, 'update users set email = $2 where id = $1', [person.userId, address]);
        await sendConfirmation(domain, person);
      }
      expect(send).toHaveBeenCalledTimes(11);
      const codes = await probe(domain.db, 'select 1 from email_confirmations');
      expect(codes.rows).toHaveLength(10);
      await probe(domain.db, `update users set email = 'other@kith.test' where id = $1`, [people[0]?.userId]);
      await sendConfirmation(domain, people[0] as Person);
      expect(send).toHaveBeenCalledTimes(12);
      await sendPasswordReset(domain, { email: 'VICTIM+14@kith.test' });
      expect(send).toHaveBeenCalledTimes(12);
      // What strangers did does not keep the owner of the inbox from a new password.
      await probe(domain.db, `update users set email = 'victim@kith.test' where id = $1`, [people[1]?.userId]);
      await sendPasswordReset(domain, { email: 'victim@kith.test' });
      expect(send).toHaveBeenCalledTimes(13);
    } finally {
      await counted.close();
    }
  });
});

describe('an unconfirmed address', () => {
  it('passes to its owner who signs in by a provider; the other account keeps its user name and enters a new address', async () => {
    const kim = await signUpAndIn(server.app, 'kim');
    const [late, reset] = [await codeFor(kim), await mailedCode(server, 'kim@kith.test')];
    const arrived = await signInFederated(server.deps.domain, cameBy('KIM@kith.test'));
    expect(arrived.kind).toBe('pending');
    // The new member has not chosen a user name yet, so kim's account still has the address.
    expect((await accountOf(kim)).email).toBe('kim@kith.test');
    const { user } = await comeBy('KIM@kith.test', 'the.real.kim');
    expect(user).toMatchObject({ email: 'KIM@kith.test', emailConfirmed: true, authProvider: 'google' });
    expect(await accountOf(kim)).toMatchObject({ userName: 'kim', email: null, emailConfirmed: false });
    expect((await confirm(late)).body.code).toBe('expired-confirmation-link');
    const taken = await kim.post('/auth/password-reset/confirm', { oobCode: reset, newPassword: 'another1!' });
    expect(taken.body.code).toBe('expired-reset-link');
    const enter = async (identifier: string) =>
      (await new Person(server.app, 'x').post('/auth/login', { identifier, password })).status;
    expect([await enter('kim'), await enter('kim@kith.test')]).toEqual([200, 400]);
    expect((await kim.post('/auth/email', { email: 'kim@kith.test', password })).body.code).toBe(
      'email-already-in-use',
    );
    expect((await kim.post('/auth/email', { email: 'kim2@kith.test', password })).status).toBe(200);
    expect((await confirm(await codeFor(kim))).status).toBe(200);
    expect((await accountOf(kim)).emailConfirmed).toBe(true);
  });

  it('stays with its account when the owner’s sign-up fails', async () => {
    const leo = await signUpAndIn(server.app, 'leo');
    await expect(comeBy('leo@kith.test', 'LEO')).rejects.toMatchObject({ code: 'username-taken-step' });
    expect((await accountOf(leo)).email).toBe('leo@kith.test');
  });

  it('is not released by a password sign-up; a confirmed one is never released', async () => {
    const mia = await signUpAndIn(server.app, 'mia');
    const again = await mia.post('/users', { userName: 'mia2', email: 'Mia@kith.test', password });
    expect([again.status, again.body.code]).toEqual([409, 'email-already-in-use']);
    const arrived = await signInFederated(server.deps.domain, cameBy('mia@kith.test'));
    await confirm(await codeFor(mia));
    const refused = { code: 'account-exists-with-different-credential' };
    await expect(signInFederated(server.deps.domain, cameBy('mia@kith.test'))).rejects.toMatchObject(refused);
    // Mia has confirmed the address while the other member, who signed in with a provider, was choosing a user name.
    if (arrived.kind !== 'pending') throw new Error('they were here before');
    const { uid, token: pendingToken } = arrived;
    const chosen = chooseUserName(server.deps.domain, {
      uid,
      userName: 'mia3',
      pendingToken,
      device: '',
      knownDevice: null,
    });
    await expect(chosen).rejects.toMatchObject(refused);
    expect(await accountOf(mia)).toMatchObject({ email: 'mia@kith.test', emailConfirmed: true });
  });

  it('belongs to its owner under concurrent sign-ups and changes', async () => {
    const sly = await signUpAndIn(server.app, 'sly');
    for (let i = 0; i < 8; i += 1) {
      const email = `owner${i}@kith.test`;
      const [came] = await Promise.all([
        comeBy(email, `owner${i}`),
        ...['a', 'b'].map((name) => sly.post('/users', { userName: `sly.${name}${i}`, email, password })),
        sly.post('/auth/email', { email, password }),
      ]);
      expect(came.user).toMatchObject({ email, emailConfirmed: true });
    }
  });

  it('is either confirmed or passes to its owner, under concurrency', async () => {
    for (let i = 0; i < 8; i += 1) {
      const name = `race${i}`;
      const person = await signUpAndIn(server.app, name);
      const code = await codeFor(person);
      const [confirmed, came] = await Promise.all([
        confirm(code),
        comeBy(`${name}@kith.test`, `${name}.real`).then(
          () => true,
          () => false,
        ),
      ]);
      expect([name, confirmed.status === 200, came]).toEqual([name, !came, came]);
      const held = await rows(`select user_name, email_confirmed from users where lower(email) = $1`, [
        `${name}@kith.test`,
      ]);
      expect(held).toEqual([{ user_name: came ? `${name}.real` : name, email_confirmed: true }]);
    }
  });
});

describe('a member with an unconfirmed address', () => {
  it('cannot invite and has lower limits, until it is confirmed', async () => {
    const counted = await start({ RATE_LIMIT: 'on' });
    try {
      const nora = await signUpAndIn(counted.app, 'nora');
      const otto = await signUpAndIn(counted.app, 'otto');
      const { limiter } = counted.deps.domain;
      const key = `member:${nora.userId}`;
      const ask = {
        posts: () => nora.post('/posts', { userId: nora.userId, caption: 'hello' }),
        comments: () => comment(nora, 1, 'hm'),
        messages: () => write(nora, otto, 'hi'),
        chats: () => nora.post('/chats', { userIds: [otto.userId] }),
        follows: () => follow(nora, otto),
        reports: () => nora.mutate('reports.create', { kind: 'user', subjectId: otto.userId, reason: 'spam' }),
        uploads: () =>
          nora.call('POST', `/users/${nora.userId}/profile-picture`, '--x--\r\n', {
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
          }),
      };
      expect(Object.keys(ask).sort()).toEqual(Object.keys(unconfirmedLimits).sort());
      for (const [name, call] of Object.entries(ask)) {
        const rule = unconfirmedLimits[name as keyof typeof ask];
        expect(rule.points / rule.seconds).toBeLessThan(userLimits[name as keyof typeof ask].points / 86_400);
        expect([name, (await call()).status]).not.toEqual([name, 429]);
        await limiter.consume(rule, key, rule.points);
        const { status, headers, body } = await call();
        expect([name, status, body.code ?? body.error.data.kith.code]).toEqual([name, 429, 'email-unconfirmed-limit']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      // Blocking, muting, reporting and undoing actions are not limited for unconfirmed members.
      expect((await nora.mutate('users.block', { userId: otto.userId })).status).toBe(200);
      expect((await nora.mutate('invitations.create', {})).body.error.data.kith.code).toBe('email-unconfirmed');
      for (let i = 0; i < 5; i += 1) expect((await nora.post('/auth/confirm-email/send')).status).toBe(200);
      expect((await nora.post('/auth/confirm-email/send')).status).toBe(429);
      await probe(counted.deps.domain.db, 'update users set email_confirmed = true where id = $1', [nora.userId]);
      await counted.deps.domain.live.publish({ name: 'user.changed', to: null, payload: { userId: nora.userId } });
      await expect.poll(async () => (await ask.posts()).status).toBe(201);
      expect((await nora.mutate('invitations.create', {})).status).toBe(200);
    } finally {
      await counted.close();
    }
  });

  it('does not exist on a server without mail, where every address counts as confirmed', async () => {
    const quiet = await startTestApp();
    try {
      const queued = vi.spyOn(quiet.deps.domain.queue, 'add');
      const pia = await signUpAndIn(quiet.app, 'pia');
      expect((await pia.get('/auth/session')).body.data.user.emailConfirmed).toBe(true);
      expect(queued).not.toHaveBeenCalled();
    } finally {
      await quiet.close();
    }
  });
});

describe('the first steps', () => {
  it('are shown to newcomers, until they dismiss them', async () => {
    const rita = await signUpAndIn(server.app, 'rita');
    expect((await accountOf(rita)).newcomer).toBe(true);
    expect((await rita.patch(`/users/${rita.userId}`, { newcomer: true })).status).toBe(400);
    expect((await rita.patch(`/users/${rita.userId}`, { newcomer: false })).body.data.newcomer).toBe(false);
    expect((await accountOf(rita)).newcomer).toBe(false);
  });
});
