import {
  appointModerator,
  disableUser,
  enableUser,
  removeSecondFactorAsOperator,
  signUpsPerAddress,
} from '@kith/domain';
import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { mailedCode } from '../testing/mails.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, password, signUpAndIn } from '../testing/testApp.ts';

const { server, sql } = await serverForFile({ RATE_LIMIT: 'on' });

/** The code of a time step relative to the current one. The server accepts the codes of the steps -1, 0 and 1. */
function codeOf(secret: string, steps = 0): string {
  const epoch = Math.floor(server.deps.domain.clock.now().getTime() / 1_000) + steps * 30;
  return generateSync({ secret, epoch });
}

/** Signs somebody up and logs them in, after a reset of the limit of sign-ups per address. */
async function member(name: string): Promise<Person> {
  await server.deps.domain.limiter.reset(signUpsPerAddress, 'address:127.0.0.1');
  return signUpAndIn(server.app, name);
}

interface Member extends Person {
  secret: string;
  codes: string[];
}

/** A member who switched the second factor on with the code of the previous time step. */
async function memberWithSecondFactor(name: string): Promise<Member> {
  const person = await member(name);
  const begun = await person.post('/auth/second-factor');
  expect(begun.status).toBe(201);
  const { secret, uri } = begun.body.data;
  expect(uri).toContain(`secret=${secret}`);
  const confirm = () => person.post('/auth/second-factor/confirm', { code: codeOf(secret, -1) });
  let confirmed = await confirm();
  // If a time step ends between the making of the code and its check, the code is two steps old and a new one is needed.
  if (confirmed.body.code === 'wrong-code') confirmed = await confirm();
  expect(confirmed.status).toBe(200);
  return Object.assign(person, { secret, codes: confirmed.body.data.recoveryCodes });
}

const visitor = () => new Person(server.app, 'visitor');

async function challenge(name: string): Promise<string> {
  const { status, body } = await visitor().post('/auth/login', { identifier: name, password });
  expect([status, body.code]).toEqual([401, 'second-factor-required']);
  return body.challenge;
}

const answer = (asked: string, code: string) => visitor().post('/auth/login/second-factor', { challenge: asked, code });

describe('setting up a second factor', () => {
  it('is refused to a session that has ended meanwhile, though this process still knows it', async () => {
    const nora = await member('nora');
    const { secret } = (await nora.post('/auth/second-factor')).body.data;
    await sql('delete from sessions where user_id = $1', [nora.userId]);
    const late = await nora.post('/auth/second-factor/confirm', { code: codeOf(secret) });
    expect([late.status, late.body.code]).toEqual([401, 'unauthenticated']);
    expect((await visitor().post('/auth/login', { identifier: 'nora', password })).status).toBe(200);
  });

  it('takes effect once a code confirms it, and needs a fresh re-authentication', async () => {
    const abel = await member('abel');
    expect((await abel.get('/auth/second-factor')).body.data).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
      required: false,
    });
    expect((await abel.post('/auth/second-factor/confirm', { code: '123456' })).status).toBe(404);
    const { secret } = (await abel.post('/auth/second-factor')).body.data;
    expect((await visitor().post('/auth/login', { identifier: 'abel', password })).status).toBe(200);
    const wrong = await abel.post('/auth/second-factor/confirm', { code: '000000' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong-code']);
    const right = await abel.post('/auth/second-factor/confirm', { code: codeOf(secret) });
    expect(right.body.data.recoveryCodes).toHaveLength(10);
    expect(new Set(right.body.data.recoveryCodes).size).toBe(10);
    expect((await abel.get('/auth/second-factor')).body.data).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await abel.post('/auth/second-factor')).body.code).toBe('second-factor-on');
    await sql('update sessions set reauthenticated_at = null where user_id = $1', [abel.userId]);
    for (const [method, url] of [
      ['POST', '/auth/second-factor'],
      ['POST', '/auth/second-factor/recovery-codes'],
      ['DELETE', '/auth/second-factor'],
    ] as const)
      expect([url, (await abel.call(method, url)).body.code]).toEqual([url, 'reauthentication-required']);
    await abel.post('/auth/reauthenticate', { password });
    expect((await abel.delete('/auth/second-factor')).status).toBe(204);
    expect((await abel.delete('/auth/second-factor')).status).toBe(404);
    expect((await visitor().post('/auth/login', { identifier: 'abel', password })).status).toBe(200);
  });

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const ada = await memberWithSecondFactor('ada');
    const stored = JSON.stringify([
      await sql('select * from second_factors'),
      await sql('select * from recovery_codes'),
      await sql('select * from log_in_challenges'),
    ]);
    expect(stored).not.toContain(ada.secret);
    for (const code of ada.codes) expect(stored).not.toContain(code);
    // In another member's row the encrypted secret cannot be decrypted.
    const eve = await memberWithSecondFactor('eve1');
    await sql(
      'update second_factors set secret = (select secret from second_factors where user_id = $1) where user_id = $2',
      [eve.userId, ada.userId],
    );
    expect((await answer(await challenge('ada'), codeOf(eve.secret))).status).toBe(500);
  });
});

describe('a log-in with a second factor', () => {
  it('is completed by a code of the app, which works once', async () => {
    const bea = await memberWithSecondFactor('bea');
    const [first, second] = [await challenge('bea'), await challenge('bea')];
    const code = codeOf(bea.secret);
    const entered = await answer(first, code);
    expect([entered.status, entered.body.data.user.userName]).toEqual([200, 'bea']);
    expect(String(entered.headers['set-cookie'])).toContain('kith_session=');
    expect((await answer(first, codeOf(bea.secret, 1))).body.code).toBe('expired-challenge');
    for (const used of [code, codeOf(bea.secret, -1)])
      expect((await answer(second, used)).body.code).toBe('wrong-code');
    const next = `${codeOf(bea.secret, 1).slice(0, 3)} ${codeOf(bea.secret, 1).slice(3)}`;
    expect((await answer(second, next)).status).toBe(200);
  });

  it('creates one session per code under concurrency', async () => {
    const ben = await memberWithSecondFactor('ben');
    const asked = await Promise.all(Array.from({ length: 6 }, () => challenge('ben')));
    const code = codeOf(ben.secret);
    const answers = await Promise.all(asked.map((each) => answer(each, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const same = await challenge('ben');
    const both = await Promise.all(ben.codes.slice(0, 2).map((each) => answer(same, each)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is completed by a recovery code, each once, however it is typed', async () => {
    const cid = await memberWithSecondFactor('cid');
    const [first = '', second = ''] = cid.codes;
    expect((await answer(await challenge('cid'), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await answer(await challenge('cid'), first)).body.code).toBe('wrong-code');
    expect((await cid.get('/auth/second-factor')).body.data.recoveryCodesLeft).toBe(9);
    const renewed = await cid.post('/auth/second-factor/recovery-codes');
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect((await answer(await challenge('cid'), second)).body.code).toBe('wrong-code');
  });

  it('sets the challenge as a cookie too, which page scripts cannot read', async () => {
    const dov = await memberWithSecondFactor('dov');
    const asked = await visitor().post('/auth/login', { identifier: 'dov', password });
    const set = String(asked.headers['set-cookie']);
    expect(set).toMatch(/kith_challenge=[\w-]{43}; .*HttpOnly/);
    expect(asked.headers['www-authenticate']).toBe('Bearer');
    const cookie = /kith_challenge=[\w-]+/.exec(set)?.[0] ?? '';
    const entered = await visitor().call(
      'POST',
      '/auth/login/second-factor',
      { code: codeOf(dov.secret) },
      { headers: { cookie } },
    );
    expect(entered.status).toBe(200);
    expect(String(entered.headers['set-cookie'])).toMatch(/kith_challenge=;/);
    expect((await visitor().post('/auth/login/second-factor', { code: '123456' })).body.code).toBe('expired-challenge');
  });

  it('allows five guesses per challenge and thirty a day; a recovery code still works then', async () => {
    const dan = await memberWithSecondFactor('dan');
    const asked = await challenge('dan');
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, i) => answer(asked, `00000${i}`)));
    expect(guesses.filter(({ body }) => body.code === 'wrong-code')).toHaveLength(5);
    expect(guesses.filter(({ body }) => body.code === 'expired-challenge')).toHaveLength(3);
    for (let round = 0; round < 5; round++) {
      const each = await challenge('dan');
      for (let i = 0; i < 5; i++) await answer(each, `00000${i}`);
    }
    const limited = await answer(await challenge('dan'), codeOf(dan.secret));
    expect([limited.status, limited.body.code]).toEqual([429, 'too-many-requests']);
    expect((await answer(await challenge('dan'), dan.codes[0] as string)).status).toBe(200);
  });

  it.each([
    [
      'a new password',
      async (who: Person) => who.post('/auth/password', { currentPassword: password, newPassword: 'other2$' }),
    ],
    ['a log-out everywhere', async (who: Person) => who.delete('/auth/sessions')],
    [
      'the account disabled',
      async (who: Person) => {
        await disableUser(server.deps.domain, { userName: who.userName });
        await enableUser(server.deps.domain, { userName: who.userName });
      },
    ],
    ['its time', () => sql(`update log_in_challenges set expires_at = now() - interval '1 second'`)],
  ])('ends with %s', async (what, end) => {
    const name = `end-${what.slice(-8).trim().replace(' ', '-')}`;
    const who = await memberWithSecondFactor(name);
    const asked = await challenge(name);
    await end(who);
    const late = await answer(asked, codeOf(who.secret));
    expect(late.body.code).toBe('expired-challenge');
  });

  it('is also required after a mailed reset, and deleted with the account', async () => {
    const fay = await memberWithSecondFactor('fay');
    await visitor().post('/auth/password-reset', { email: 'fay@kith.test' });
    const oobCode = await mailedCode(server, 'fay@kith.test');
    await visitor().post('/auth/password-reset/confirm', { oobCode, newPassword: password });
    const entered = await answer(await challenge('fay'), codeOf(fay.secret));
    fay.token = entered.body.data.token;
    await fay.post('/auth/reauthenticate', { password });
    expect((await fay.delete(`/users/${fay.userId}`)).status).toBe(200);
    expect(await sql('select * from second_factors where user_id = $1', [fay.userId])).toEqual([]);
  });
});

describe('an operator', () => {
  it('can remove a lost factor, which is in the log of hosts', async () => {
    const gil = await memberWithSecondFactor('gil');
    expect(await removeSecondFactorAsOperator(server.deps.domain, { userName: 'Gil' })).toBe(true);
    expect(await removeSecondFactorAsOperator(server.deps.domain, { userName: 'gil' })).toBe(false);
    expect(await sql('select by_id, action from host_log where member_id = $1', [gil.userId])).toEqual([
      { by_id: null, action: 'second-factor-removed' },
    ]);
    expect((await visitor().post('/auth/login', { identifier: 'gil', password })).status).toBe(200);
  });

  it('can require a second factor of moderators: REQUIRE_SECOND_FACTOR=moderators', async () => {
    const { domain } = server.deps;
    const hal = await member('hal');
    await appointModerator(domain, { userName: 'hal', moderates: true });
    expect((await hal.get('/moderation/reports')).status).toBe(200);
    domain.settings = { ...domain.settings, moderatorsNeedSecondFactor: true };
    try {
      expect((await hal.get('/auth/second-factor')).body.data.required).toBe(true);
      for (const url of ['/moderation/reports', '/moderation/log'])
        expect((await hal.get(url)).body.code).toBe('second-factor-missing');
      const { secret } = (await hal.post('/auth/second-factor')).body.data;
      await hal.post('/auth/second-factor/confirm', { code: codeOf(secret) });
      expect((await hal.get('/moderation/reports')).status).toBe(200);
    } finally {
      domain.settings = { ...domain.settings, moderatorsNeedSecondFactor: false };
    }
  });
});
