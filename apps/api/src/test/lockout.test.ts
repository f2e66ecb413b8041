import { probe } from '@kith/db/testing';
import { correctPasswords, sendPasswordReset } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { mailedCode, mails } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, password, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, carol, stranger } = await castForFile({ RATE_LIMIT: 'on' });
/** Somebody without a session, on a server without rate limits. */
const { stranger: unlimited } = await castForFile();

interface From {
  address: string;
  device?: string;
}

/** A log-in from an address, possibly from a known browser. */
const logIn = (identifier: string, secret: string, { address, device }: From): Promise<Reply> =>
  stranger.call(
    'POST',
    '/auth/login',
    { identifier, password: secret },
    {
      remoteAddress: address,
      headers: device ? { cookie: `kith_device=${device}` } : {},
    },
  );

const guess = async (identifier: string, times: number, from: From): Promise<void> => {
  for (let i = 0; i < times; i++) await logIn(identifier, 'wrong1!', from);
};

const deviceOf = (reply: Reply): string =>
  /kith_device=([\w-]{43});.*?HttpOnly; SameSite=Lax/.exec(String(reply.headers['set-cookie']))?.[1] ?? 'no cookie';

const codeOf = ({ status, body }: Reply) => [status, body.code];

describe('wrong passwords from a stranger', () => {
  it('lock out only the stranger’s IP address', async () => {
    await guess('alice', 10, { address: '198.51.100.1' });
    expect(codeOf(await logIn('alice', password, { address: '198.51.100.1' }))).toEqual([429, 'too-many-requests']);
    expect((await logIn('alice', password, { address: '198.51.100.2' })).status).toBe(200);
    // The stranger's guesses for alice's account do not lock bob's account out at that IP address.
    expect((await logIn('bob', password, { address: '198.51.100.1' })).status).toBe(200);
  });

  it('all count when they are sent at once', async () => {
    await signUpAndIn(server.app, 'gil');
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => logIn('gil', 'wrong1!', { address: '198.51.100.5' })),
    );
    const refused = tries.filter(({ body }) => body.code === 'too-many-requests');
    expect([tries.filter(({ body }) => body.code === 'wrong-password').length, refused.length]).toEqual([10, 10]);
    expect([refused[0]?.status, Number(refused[0]?.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(refused[0]?.body.message).toBe('Too many failed attempts. Please try again later.');
  });

  it('do not lock out a browser known to the account, even at the same IP address', async () => {
    const home = { address: '198.51.100.10' };
    const device = deviceOf(await logIn('bob', password, home));
    await guess('bob', 10, home);
    expect(codeOf(await logIn('bob', password, home))).toEqual([429, 'too-many-requests']);
    expect((await logIn('bob', password, { ...home, device })).status).toBe(200);
  });

  it('from many IP addresses stop at the account’s own limit, which the member’s known browser bypasses', async () => {
    const device = deviceOf(await logIn('carol', password, { address: '198.51.100.20' }));
    for (let i = 0; i < 5; i++) await guess('carol', 10, { address: `203.0.113.${i}` });
    const fresh = { address: '203.0.113.99' };
    expect(codeOf(await logIn('carol', password, fresh))).toEqual([429, 'too-many-requests']);
    expect(codeOf(await logIn('carol', password, { ...fresh, device: 'x'.repeat(43) }))).toEqual([
      429,
      'too-many-requests',
    ]);
    // Re-authentication is counted separately from log-ins.
    expect((await carol.post('/auth/reauthenticate', { password })).status).toBe(200);
    const entered = await logIn('carol', password, { ...fresh, device });
    expect([entered.status, deviceOf(entered)]).toEqual([200, device]);
    // The browser is known to carol's account only, not to alice's.
    expect(codeOf(await logIn('alice', 'wrong1!', { ...fresh, device }))).toEqual([400, 'wrong-password']);
  });

  it('at re-authentication stop after ten, and do not affect log-in', async () => {
    const tries: unknown[] = [];
    for (let i = 0; i < 11; i++)
      tries.push((await alice.post('/auth/reauthenticate', { password: 'wrong1!' })).body.code);
    expect(tries).toEqual([...Array(10).fill('incorrect-password'), 'too-many-requests']);
    expect((await logIn('alice', password, { address: '198.51.100.30' })).status).toBe(200);
  });

  it('do not count against another account when the name imitates a key', async () => {
    const from = { address: '198.51.100.40' };
    const address = `address:${from.address}`;
    for (const name of [
      `id:${alice.userId}`,
      `account:${alice.userId}`,
      `account:${alice.userId}|${address}`,
      address,
    ]) {
      await guess(name, 12, from);
    }
    expect((await logIn('alice', password, from)).status).toBe(200);
  });

  it('are forgotten when the member resets the password by mail', async () => {
    const dave = await signUpAndIn(server.app, 'dave');
    const home = { address: '198.51.100.50' };
    await logIn('dave', password, home);
    await guess('dave', 10, home);
    for (let i = 0; i < 5; i++) await guess('dave', 10, { address: `203.0.113.${100 + i}` });
    const oobCode = await mailedCode(server, 'dave@kith.test');
    const set = await dave.post('/auth/password-reset/confirm', { oobCode, newPassword: 'newpass1!' });
    expect(set.status).toBe(200);
    const known = await probe(server.deps.domain.db, 'select from known_devices where user_id = $1', [dave.userId]);
    expect(known.rowCount).toBe(0);
    expect((await logIn('dave', 'newpass1!', home)).status).toBe(200);
  });
});

describe('correct passwords of a member', () => {
  it('have one limit for all browsers, which a successful log-in does not reset', async () => {
    const erin = await signUpAndIn(server.app, 'erin');
    const device = deviceOf(await logIn('erin', password, { address: '198.51.100.70' }));
    const from = (i: number) => ({ address: `203.0.114.${i}`, ...(i % 2 && { device }) });
    // One log-in is already counted: the one that made the browser known.
    await server.deps.domain.limiter.consume(correctPasswords, `account:${erin.userId}`, 49);
    const flood: Reply[] = [];
    for (let i = 0; i < 17; i += 1) flood.push(await logIn('erin', password, from(i)));
    const refused = flood.filter(({ status }) => status === 429);
    expect([flood.filter(({ status }) => status === 200).length, refused.length]).toEqual([10, 7]);
    expect([refused[0]?.body.code, Number(refused[0]?.headers['retry-after']) > 0]).toEqual(['rate-limited', true]);
    expect((await logIn('alice', password, { address: '198.51.100.71' })).status).toBe(200);
  });

  it('have a limit of their own, which wrong ones do not use up', async () => {
    const fay = await signUpAndIn(server.app, 'fay');
    for (let i = 0; i < 9; i += 1) await guess('fay', 5, { address: `203.0.115.${i}` });
    expect((await logIn('fay', password, { address: '198.51.100.72' })).status).toBe(200);
    const { limiter } = server.deps.domain;
    expect(await limiter.consume(correctPasswords, `account:${fay.userId}`, 59)).toBeNull();
    expect(await limiter.consume(correctPasswords, `account:${fay.userId}`)).not.toBeNull();
  });
});

describe('invented reset codes', () => {
  const confirm = (person: Person, address: string) =>
    person.call(
      'POST',
      '/auth/password-reset/confirm',
      { oobCode: crypto.randomUUID(), newPassword: 'newpass1!' },
      {
        remoteAddress: address,
      },
    );

  it('are counted per IP address', async () => {
    const codes: unknown[] = [];
    for (let i = 0; i < 21; i++) codes.push((await confirm(stranger, '198.51.100.60')).body.code);
    expect(codes).toEqual([...Array(20).fill('expired-reset-link'), 'too-many-requests']);
    expect((await confirm(stranger, '198.51.100.61')).body.code).toBe('expired-reset-link');
  });

  it('are looked up before anything is hashed, so many of them fill no queue', async () => {
    const codes = await Promise.all(Array.from({ length: 150 }, (_, i) => confirm(unlimited, `203.0.113.${i}`)));
    expect(new Set(codes.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['400 expired-reset-link']),
    );
  });
});

describe('more log-ins than can be checked', () => {
  it('are refused with Retry-After in tRPC and REST, while the first are served', async () => {
    // For an unknown name, the password is checked against a dummy hash, which takes as long. So these calls fill the queue of
    // hashes.
    const entry = { identifier: 'nobody', password };
    const replies = await Promise.all([
      ...Array.from({ length: 110 }, () => unlimited.post('/auth/login', entry)),
      ...Array.from({ length: 20 }, () => unlimited.mutate('auth.login', entry)),
    ]);
    const refused = replies.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(headers['retry-after']).toBe('5');
      expect(JSON.stringify(body)).toContain('Kith is very busy right now. Please try again in a moment.');
    }
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(replies.length - refused.length);
  });
});

describe('password reset mails', () => {
  it('to one account are limited to five an hour, however its address is written, and under concurrency', async () => {
    await signUpAndIn(server.app, 'mimi');
    const before = (await mails(server)).length;
    const spellings = ['mimi', 'MIMI', 'mİmi', 'mimİ', 'mİmİ', 'Mimi', 'mImI', 'MİMİ', 'mimI', 'Mİmi'];
    await Promise.all(spellings.map((name) => sendPasswordReset(server.deps.domain, { email: `${name}@kith.test` })));
    expect((await mails(server)).length - before).toBe(5);
    await probe(server.deps.domain.db, `update password_resets set expires_at = now() - interval '1 second'`);
    expect(await mailedCode(server, 'mimi@kith.test')).toBeDefined();
    expect((await mails(server)).length - before).toBe(6);
  });

  it('that could not be sent do not count', async () => {
    await signUpAndIn(server.app, 'nina');
    const { domain } = server.deps;
    const down = { ...domain, mailer: { send: () => Promise.reject(new Error('no mail server')) } };
    for (let i = 0; i < 6; i++) {
      await expect(sendPasswordReset(down, { email: 'nina@kith.test' })).rejects.toThrow('no mail server');
    }
    const before = (await mails(server)).length;
    await sendPasswordReset(domain, { email: 'nina@kith.test' });
    expect((await mails(server)).length - before).toBe(1);
  });
});
