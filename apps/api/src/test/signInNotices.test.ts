import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendPasswordReset, sendSignInNotice, signInFederated } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { mails } from '../testing/mails.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, password, signUpAndIn, startTestApp } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const visitor = () => new Person(server.app, 'visitor');

/** A member who signed up three days ago, logged in. */
async function member(name: string): Promise<Person> {
  const person = await signUpAndIn(server.app, name);
  await sql(`update users set created_at = now() - interval '3 days' where id = $1`, [person.userId]);
  return person;
}

/** Logs in; returns the signed-in caller and the cookie that makes the browser known to the account. */
async function logIn(name: string, headers: Record<string, string> = {}) {
  const { body, headers: set } = await visitor().call(
    'POST',
    '/auth/login',
    { identifier: name, password },
    { headers: { 'user-agent': firefox, ...headers } },
  );
  const someone = visitor();
  someone.token = body.data.token;
  return { someone, cookie: /kith_device=[\w-]+/.exec(String(set['set-cookie']))?.[0] ?? '' };
}

const noticesOf = (who: Person) => sql('select * from sign_in_notices where user_id = $1 order by id', [who.userId]);

/** Runs a job that sends a mail; returns the mail and the code of its link. */
async function mailBy(job: () => Promise<void>): Promise<{ text: string; code: string }> {
  const before = new Set(await mails(server));
  await job();
  const [name] = (await mails(server)).filter((each) => !before.has(each));
  if (!name) return { text: '', code: '' };
  const raw = await readFile(join(server.deps.settings.dataDir, 'outbox', name), 'utf8');
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return { text, code: /(?:not-me\?code|oobCode)=([\w-]{43})/.exec(text)?.[1] ?? '' };
}

/** Runs the job of the newest notice; returns the mail and its code. */
const mailOf = async (who: Person) => {
  const [{ id: noticeId }] = (await noticesOf(who)).slice(-1) as [{ id: number }];
  return mailBy(() => sendSignInNotice(server.deps.domain, { noticeId }));
};

const resetPassword = async ({ userName }: Person) => {
  const { code: oobCode } = await mailBy(() =>
    sendPasswordReset(server.deps.domain, { email: `${userName}@kith.test` }),
  );
  return visitor().post('/auth/password-reset/confirm', { oobCode, newPassword: password });
};

const deny = (code: string) => visitor().post('/auth/not-me', { code });

describe('a log-in', () => {
  it('is reported from unknown browsers only, except the first one of a new account', async () => {
    const anna = await signUpAndIn(server.app, 'anna');
    expect(await noticesOf(anna)).toEqual([]);
    const { cookie } = await logIn('anna');
    expect(await noticesOf(anna)).toHaveLength(1);
    await logIn('anna', { cookie });
    expect(await noticesOf(anna)).toHaveLength(1);
    // A token that a client made up is not known to the account.
    await logIn('anna', { cookie: `kith_device=${'x'.repeat(43)}` });
    expect(await noticesOf(anna)).toHaveLength(2);
    const notifications = (await anna.get('/notifications')).body.data;
    expect(notifications.filter(({ kind }: { kind: string }) => kind === 'signIn')).toHaveLength(1);
    expect((await anna.get('/notifications/unread')).body.data.count).toBe(1);
  });

  it('by a provider is reported as well', async () => {
    const gina = await member('gina');
    await sql(`update users set auth_provider = 'google', password_hash = null where id = $1`, [gina.userId]);
    await sql(
      `insert into federated_identities (uid, issuer, subject, email, user_id) values ('u', 'i', 's', 'g@k.test', $1)`,
      [gina.userId],
    );
    const identity = { issuer: 'i', subject: 's', email: 'g@k.test', authenticatedAt: null, invitation: null };
    const signIn = (knownDevice: string | null) =>
      signInFederated(server.deps.domain, { ...identity, device: firefox, knownDevice });
    const first = await signIn(null);
    expect(await noticesOf(gina)).toHaveLength(1);
    await signIn(first.kind === 'session' ? first.knownDevice.token : null);
    expect(await noticesOf(gina)).toHaveLength(1);
    const { code } = await mailOf(gina);
    expect((await deny(code)).body.data).toEqual({ oobCode: null });
  });
});

describe('the link "It wasn’t me"', () => {
  it('clears all that the other one could have left, and leads to a new password, once', async () => {
    const bob = await member('bob');
    await bob.patch(`/users/${bob.userId}`, { timeZone: 'America/New_York' });
    const { someone } = await logIn('bob');
    const { text, code } = await mailOf(bob);
    expect(text).toContain('Firefox on Linux');
    expect(text).toMatch(/\d\d:\d\d \(America\/New York\)/);
    expect(text).toContain(server.deps.settings.publicUrl);
    expect(JSON.stringify(await noticesOf(bob))).not.toContain(code);
    await sql(
      `insert into passkeys (credential_id, user_id, public_key, counter, transports, name, created_at)
       select x.id, $1, '', 0, '{}', x.id, now() + x.at from (values ('old', interval '-1 hour'), ('new', interval '1 second')) x (id, at)`,
      [bob.userId],
    );
    await sql(`insert into webhooks (user_id, url, secret) values ($1, 'https://hook.kith.test/', '')`, [bob.userId]);
    await sql(`insert into imports (user_id, key, size, state) values ($1, 'theirs', 1, 'running')`, [bob.userId]);
    await sql(
      `insert into invitations (code_hash, inviter_id, uses, uses_left, created_at, expires_at)
       select x.id, $1, 1, 1, now() + x.at, now() + interval '1 day' from (values ('old', interval '-1 hour'), ('new', interval '1 second')) x (id, at)`,
      [bob.userId],
    );
    const answers = await Promise.all([deny(code), deny(code), deny(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { oobCode } = answers.find(({ status }) => status === 200)?.body.data ?? {};
    await expect.poll(async () => (await someone.get('/auth/session')).status).toBe(401);
    await expect.poll(async () => (await bob.get('/auth/session')).status).toBe(401);
    const left = async (table: string) => sql(`select * from ${table} where user_id = $1`, [bob.userId]);
    expect((await left('passkeys')).map(({ name }) => name)).toEqual(['old']);
    const invitations = await sql('select code_hash from invitations where inviter_id = $1', [bob.userId]);
    expect(invitations).toEqual([{ code_hash: 'old' }]);
    for (const table of ['sessions', 'tokens', 'webhooks', 'known_devices', 'imports'])
      expect([table, await left(table)]).toEqual([table, []]);
    const reset = await visitor().post('/auth/password-reset/confirm', { oobCode, newPassword: 'another3%' });
    expect(reset.status).toBe(200);
  });

  it('removes a second factor that was added since, which would lock the member out, and no earlier one', async () => {
    const eva = await member('eva');
    const kept = async (confirmed: string | null) => {
      await logIn('eva');
      await sql(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now() + $2::interval)`, [
        eva.userId,
        confirmed,
      ]);
      await sql(`insert into recovery_codes (user_id, code_hash) values ($1, 'x')`, [eva.userId]);
      expect((await deny((await mailOf(eva)).code)).status).toBe(200);
      const [left] = await sql(
        `select (select count(*)::int from second_factors where user_id = $1) as factors,
           (select count(*)::int from recovery_codes where user_id = $1) as codes`,
        [eva.userId],
      );
      return left;
    };
    expect(await kept(null)).toEqual({ factors: 0, codes: 0 });
    expect(await kept('1 second')).toEqual({ factors: 0, codes: 0 });
    expect(await kept('-1 hour')).toEqual({ factors: 1, codes: 0 });
  });

  it.each(['uma', 'ugo'])(
    'voids recovery codes made since, and no earlier ones, as a mailed reset does: %s',
    async (name) => {
      const owner = await member(name);
      const enrolled = `insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now() - interval '1 day')`;
      await logIn(name);
      await sql(enrolled, [owner.userId]);
      for (const [made, left] of [
        ['-1 hour', ['-1 hour']],
        ['1 second', []],
      ] as const) {
        await sql('delete from recovery_codes where user_id = $1', [owner.userId]);
        const code =
          'insert into recovery_codes (user_id, code_hash, created_at) values ($1, $2::text, now() + $2::text::interval)';
        await sql(code, [owner.userId, made]);
        if (name === 'uma') expect((await deny((await mailOf(owner)).code)).status).toBe(200);
        else expect((await resetPassword(owner)).status).toBe(200);
        const kept = await sql('select code_hash from recovery_codes where user_id = $1', [owner.userId]);
        expect(kept.map(({ code_hash }) => code_hash)).toEqual(left);
        await sql('insert into sign_in_notices (user_id, session_id, device_hash, device) values ($1, $2, $2, $2)', [
          owner.userId,
          'x',
        ]);
      }
    },
  );

  it('removes what was added after an earlier log-in of the same intruder, whichever of the mails is answered', async () => {
    const ivy = await member('ivy');
    await logIn('ivy');
    await sql(`update sign_in_notices set created_at = now() - interval '2 hours' where user_id = $1`, [ivy.userId]);
    await logIn('ivy');
    await sql(
      `insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now() - interval '1 hour')`,
      [ivy.userId],
    );
    expect((await deny((await mailOf(ivy)).code)).status).toBe(200);
    expect(await sql('select * from second_factors where user_id = $1', [ivy.userId])).toEqual([]);
  });

  it('is valid for seven days, for the address it was mailed to, and cannot be guessed', async () => {
    const cleo = await member('cleo');
    await logIn('cleo');
    const { code } = await mailOf(cleo);
    expect((await deny('x'.repeat(43))).body.code).toBe('expired-confirmation-link');
    await sql(`update users set email = 'new@kith.test' where id = $1`, [cleo.userId]);
    expect((await deny(code)).status).toBe(400);
    await sql(`update users set email = 'cleo@kith.test' where id = $1`, [cleo.userId]);
    await sql(`update sign_in_notices set created_at = now() - interval '8 days' where user_id = $1`, [cleo.userId]);
    expect((await deny(code)).status).toBe(400);
    await sql('update sign_in_notices set created_at = now() where user_id = $1', [cleo.userId]);
    expect((await deny(code)).status).toBe(200);
  });
});

it('log-in notices are limited to five mails a day per account, so that a reset still gets through', async () => {
  const dora = await member('dora');
  const limited = await startTestApp({ RATE_LIMIT: 'on' });
  try {
    await logIn('dora');
    const { domain } = server.deps;
    const counted = { ...domain, limiter: limited.deps.domain.limiter };
    const [{ id: noticeId }] = (await noticesOf(dora)) as [{ id: number }];
    const before = (await mails(server)).length;
    for (let i = 0; i < 8; i++) await sendSignInNotice(counted, { noticeId });
    expect((await mails(server)).length - before).toBe(5);
  } finally {
    await limited.close();
  }
});

it('resets that strangers ask for keep away neither notices of log-ins nor later resets', async () => {
  const emma = await member('emma');
  const limited = await startTestApp({ RATE_LIMIT: 'on' });
  try {
    await logIn('emma');
    const { domain } = server.deps;
    const counted = { ...domain, limiter: limited.deps.domain.limiter };
    const mailed = async (work: () => Promise<void>) => {
      const before = (await mails(server)).length;
      await work();
      return (await mails(server)).length - before;
    };
    const reset = () => mailed(() => sendPasswordReset(counted, { email: 'emma@kith.test' }));
    for (let hour = 0; hour < 3; hour += 1) {
      const sent = [];
      for (let i = 0; i < 6; i += 1) sent.push(await reset());
      // Once there are as many codes as there may be, the member has a valid one.
      expect(sent).toEqual([1, 1, 1, 1, 1, 0]);
      await sql(`update password_resets set expires_at = now() - interval '1 second' where user_id = $1`, [
        emma.userId,
      ]);
    }
    const [{ id: noticeId }] = (await noticesOf(emma)) as [{ id: number }];
    expect(await mailed(() => sendSignInNotice(counted, { noticeId }))).toBe(1);
  } finally {
    await limited.close();
  }
});
