import { inviteAsOperator } from '@kith/domain';
import { freePort } from '@kith/platform/postgres';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { signUpAndIn } from '../testing/testApp.ts';

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const { server, sql } = await serverForFile({ PORT: String(port), PUBLIC_URL: origin });

beforeAll(() => server.app.listen({ port, host: '127.0.0.1' }));

/** A minimal browser, which only follows redirects and stores cookies. */
class Browser {
  readonly cookies = new Map<string, string>();

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, origin);
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...init.headers,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  async location(address: string, init?: RequestInit): Promise<string> {
    const answer = await this.open(address, init);
    return answer.headers.get('location') ?? `no redirect from ${address}: ${answer.status}`;
  }

  /** Follows the sign-in up to the provider's redirect back. */
  async toCallback(form: Record<string, string>, query = ''): Promise<string> {
    const page = await this.location(await this.location(`/auth/google${query}`));
    const body = new URLSearchParams(form);
    return this.location(await this.location(page, { method: 'POST', body }));
  }

  signIn = async (email: string, query = '') => this.location(await this.toCallback({ email }, query));

  json = async (address: string, payload?: object) => {
    const answer = await this.open(
      address,
      payload && { method: 'POST', body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } },
    );
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an answer is what it asserts
    return { status: answer.status, body: (await answer.json()) as any };
  };
}

it('of the first two members, who come at once, one becomes the host', async () => {
  const names = ['ana', 'olaf'];
  const browsers = names.map(() => new Browser());
  const uids = await Promise.all(
    browsers.map(async (browser, i) => (await browser.signIn(`${names[i]}@kith.test`)).split('uid=')[1]),
  );
  const joined = await Promise.all(
    browsers.map((browser, i) => browser.json('/auth/username', { uid: uids[i], userName: names[i] })),
  );
  expect(joined.map(({ status }) => status)).toEqual([201, 201]);
  const hosts = await sql('select id from users where host and moderator');
  expect(hosts).toHaveLength(1);
  expect(await sql('select member_id as id from host_log')).toEqual(hosts);
});

describe('federated sign-in', () => {
  it('requires the second factor, in the browser that signed in', async () => {
    const browser = new Browser();
    const uid = (await browser.signIn('gus@kith.test')).split('uid=')[1];
    await browser.json('/auth/username', { uid, userName: 'gus' });
    const { secret } = (await browser.json('/auth/second-factor', {})).body.data;
    const codeAt = (steps: number) => ({
      code: generateSync({ secret, epoch: Math.floor(server.deps.domain.clock.now().getTime() / 1_000) + 30 * steps }),
    });
    expect((await browser.json('/auth/second-factor/confirm', codeAt(0))).status).toBe(200);
    const again = new Browser();
    expect(await again.signIn('gus@kith.test', '?popup=1')).toBe('/signed-in.html?next=%2Fsecond-factor');
    expect((await again.json('/auth/session')).status).toBe(401);
    expect((await new Browser().json('/auth/login/second-factor', codeAt(1))).status).toBe(400);
    expect((await again.json('/auth/login/second-factor', codeAt(1))).status).toBe(200);
    expect((await again.json('/auth/session')).body.data.user.userName).toBe('gus');
  });

  it('leads to the page that asked for the log-in, and to no other site', async () => {
    const signedIn = new Browser();
    expect(await signedIn.signIn('next@kith.test', '?next=/post/7?edit=true')).toMatch(
      /^\/setusername\?uid=[^&]+&next=%2Fpost%2F7%3Fedit%3Dtrue$/,
    );
    const uid = /uid=([^&]+)/.exec(await signedIn.signIn('next@kith.test'))?.[1];
    await signedIn.json('/auth/username', { uid, userName: 'nextone' });
    expect(await new Browser().signIn('next@kith.test', '?next=/post/7')).toBe('/post/7');
    for (const next of [
      '//kith.example/x',
      '/\\kith.example',
      'https://kith.example',
      '/%09/kith.example',
      'post/7',
      '/login',
    ])
      expect(await new Browser().signIn('next@kith.test', `?next=${next}`)).toBe('/account');
  });

  it('asks for a user name the first time, and logs in directly the second', async () => {
    const browser = new Browser();
    const next = await browser.signIn('fred@kith.test');
    const uid = /^\/setusername\?uid=([\w-]+)$/.exec(next)?.[1];
    expect(uid).toBeDefined();
    expect((await browser.json('/auth/session')).status).toBe(401);
    const bad = await browser.json('/auth/username', { uid, userName: 'fr!ed' });
    expect(bad.body.message).toBe('Username contains a forbidden symbol');
    const made = await browser.json('/auth/username', { uid, userName: 'fred' });
    expect([made.status, made.body.data.user]).toMatchObject([201, { userName: 'fred', authProvider: 'google' }]);
    expect((await browser.json('/auth/session')).body.data).toMatchObject({ uid, authProvider: 'google' });

    const again = new Browser();
    expect(await again.signIn('fred@kith.test')).toBe('/account');
    expect((await again.json('/auth/session')).body.data.user.userName).toBe('fred');
  });

  it('sends the usual security headers on the stand-in’s pages, so that browsers do not sever its popup', async () => {
    const browser = new Browser();
    const away = await browser.open('/auth/google?popup=1');
    const asked = await browser.open(away.headers.get('location') as string);
    const page = asked.headers.get('location') as string;
    const form = await browser.open(page);
    const body = new URLSearchParams({ email: 'fay@kith.test' });
    const back = await browser.open(page, { method: 'POST', body });
    const done = await browser.open(back.headers.get('location') as string);
    const policies = [away, asked, form, back, done].map(({ headers }) => headers.get('cross-origin-opener-policy'));
    expect(policies).toEqual(Array(5).fill('same-origin-allow-popups'));
    // Browsers request an icon for every page.
    expect(await form.text()).toContain('rel="icon" href="/favicon.svg"');
    expect(form.headers.get('content-security-policy')).toContain("img-src 'self'");
  });

  it('accepts the user name only from the browser that signed in, even if another knows the uid', async () => {
    const owner = new Browser();
    const uid = /uid=([\w-]+)/.exec(await owner.signIn('greta@kith.test'))?.[1];
    const thief = new Browser();
    const stolen = await thief.json('/auth/username', { uid, userName: 'thief' });
    expect([stolen.status, stolen.body.message]).toEqual([401, 'User not authenticated']);
    await thief.signIn('thief@kith.test');
    expect((await thief.json('/auth/username', { uid, userName: 'thief' })).status).toBe(401);
    const races = await Promise.all(
      ['greta', 'greta2'].map((userName) => owner.json('/auth/username', { uid, userName })),
    );
    expect(races.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('has its own message for a taken user name', async () => {
    await signUpAndIn(server.app, 'heidi');
    const browser = new Browser();
    const uid = /uid=([\w-]+)/.exec(await browser.signIn('h2@kith.test'))?.[1];
    const taken = await browser.json('/auth/username', { uid, userName: 'Heidi' });
    expect([taken.status, taken.body.message]).toEqual([409, 'Username is already taken']);
  });

  it('is not linked to a password account with the same e-mail', async () => {
    await signUpAndIn(server.app, 'ivan');
    const browser = new Browser();
    expect(await browser.signIn('IVAN@kith.test')).toBe('/login?error=account-exists-with-different-credential');
    expect((await browser.json('/auth/session')).status).toBe(401);
  });

  it('creates an account without a password, whatever a client sends', async () => {
    const browser = new Browser();
    const uid = /uid=([\w-]+)/.exec(await browser.signIn('judy@kith.test'))?.[1];
    await browser.json('/auth/username', { uid, userName: 'judy', password: 'friends1!' });
    for (const password of ['friends1!', 'google', 'placeholder1!', 'GoogleUser1!']) {
      const { body } = await new Browser().json('/auth/login', { identifier: 'judy', password });
      expect([body.code, body.message]).toEqual([
        'google-account',
        'This account was registered with Google. Please log in using Google.',
      ]);
    }
  });

  it('reports a closed popup, and ends a popup on the page that reports the result', async () => {
    const browser = new Browser();
    const closed = await browser.location(await browser.toCallback({ cancel: '1' }, '?popup=1'));
    expect(closed).toBe(`/signed-in.html?next=${encodeURIComponent('/login?error=popup-closed-by-user')}`);
  });

  it('refuses a callback that another browser started, or that is repeated', async () => {
    const browser = new Browser();
    const callback = await browser.toCallback({ email: 'kim@kith.test' });
    expect(await new Browser().location(callback)).toBe('/login?error=user-not-authenticated');
    const other = new Browser();
    await other.location('/auth/google');
    expect(await other.location(callback)).toBe('/login?error=user-not-authenticated');
    const pending = browser.cookies.get('kith_departure') as string;
    expect(await browser.location(callback)).toMatch(/^\/setusername/);
    browser.cookies.set('kith_departure', pending);
    expect(await browser.location(callback)).toBe('/login?error=user-not-authenticated');
  });

  it('re-authenticates a member, but only with their own identity', async () => {
    const browser = new Browser();
    const uid = /uid=([\w-]+)/.exec(await browser.signIn('lena@kith.test'))?.[1];
    const { body } = await browser.json('/auth/username', { uid, userName: 'lena' });
    const { userId } = body.data.user;
    await sql(`update sessions set reauthenticated_at = null where user_id = $1`, [userId]);
    const remove = () => browser.open(`/users/${userId}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(403);
    expect(await browser.signIn('somebody@kith.test', '?reauth=1')).toBe('/account?error=user-not-authenticated');
    expect((await remove()).status).toBe(403);
    expect(await browser.signIn('lena@kith.test', '?reauth=1')).toBe('/account?reauthenticated=1');
    expect((await remove()).status).toBe(200);
  });

  it('re-authenticates only by a fresh log-in that the provider vouches for', async () => {
    const browser = new Browser();
    const uid = /uid=([\w-]+)/.exec(await browser.signIn('mona@kith.test'))?.[1];
    const { body } = await browser.json('/auth/username', { uid, userName: 'mona' });
    const asked = new URL(await browser.location('/auth/google?reauth=1'));
    expect([asked.searchParams.get('prompt'), asked.searchParams.get('max_age')]).toEqual(['login', '0']);

    await sql('update sessions set reauthenticated_at = null where user_id = $1', [body.data.user.userId]);
    // A user could remove the log-in prompt from the URL; the response then has no auth_time.
    const remove = () => browser.open(`/users/${body.data.user.userId}`, { method: 'DELETE' });
    for (const [start, end] of [
      ['/auth/google?reauth=1', '/account?error=user-not-authenticated'],
      ['/auth/google', '/account'],
    ] as const) {
      const asked = new URL(await browser.location(start));
      for (const name of ['prompt', 'max_age', 'claims']) asked.searchParams.delete(name);
      const page = await browser.location(asked.href);
      const form = new URLSearchParams({ email: 'mona@kith.test' });
      const callback = await browser.location(await browser.location(page, { method: 'POST', body: form }));
      expect(callback).toMatch(/\/auth\/google\/callback\?code=/);
      expect([start, await browser.location(callback)]).toEqual([start, end]);
      expect((await remove()).status).toBe(403);
    }
    expect(await browser.signIn('mona@kith.test', '?reauth=1')).toBe('/account?reauthenticated=1');
    expect((await remove()).status).toBe(200);
  });

  it("ends the browser's previous session, for a new member and for an existing one", async () => {
    await signUpAndIn(server.app, 'nick');
    const browser = new Browser();
    const entry = { identifier: 'nick', password: 'friends1!' };
    const sessions = async (userName: string) => {
      const text = 'select 1 from sessions s join users u on u.id = s.user_id where u.user_name = $1';
      return (await sql(text, [userName])).length;
    };
    const before = await sessions('nick');
    expect((await browser.json('/auth/login', entry)).status).toBe(200);
    expect(await sessions('nick')).toBe(before + 1);
    const uid = /uid=([\w-]+)/.exec(await browser.signIn('otto@kith.test'))?.[1];
    await browser.json('/auth/username', { uid, userName: 'otto' });
    expect([await sessions('nick'), await sessions('otto')]).toEqual([before, 1]);
    const older = browser.cookies.get('kith_session');
    expect(await browser.signIn('otto@kith.test')).toBe('/account');
    expect([await sessions('otto'), browser.cookies.get('kith_session') === older]).toEqual([1, false]);
  });
});

describe('the stand-in for a provider', () => {
  it('answers an unknown sign-in with a form', async () => {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? new URLSearchParams({ email: 'mona@kith.test' }) : undefined;
      const answer = await fetch(`${origin}/stand-in/sign-in/x`, {
        method,
        headers: { origin },
        signal: AbortSignal.timeout(5_000),
        ...(body && { body }),
      });
      expect([method, answer.status]).toEqual([method, 400]);
    }
  });
});

describe('a new federated member on an invite-only server', () => {
  const { domain } = server.deps;
  const usual = domain.settings;

  beforeAll(() => {
    domain.settings = { ...usual, signUp: 'invitation' };
  });
  afterAll(() => {
    domain.settings = usual;
  });

  it('needs an invitation, which is used up when they choose a user name', async () => {
    const { url } = await inviteAsOperator(domain, { uses: 1 });
    const code = new URL(url).searchParams.get('invitation');
    expect(await new Browser().signIn('pia@kith.test')).toBe('/login?error=invitation-required');
    expect(await new Browser().signIn('pia@kith.test', '?invitation=none')).toBe('/login?error=invitation-invalid');
    expect(await new Browser().signIn('pia@kith.test', `?invitation=${'x'.repeat(9_000)}`)).toBe(
      '/login?error=invitation-required',
    );
    const two = await Promise.all(
      ['pia', 'rex'].map(async (name) => {
        const browser = new Browser();
        const uid = /uid=([\w-]+)/.exec(await browser.signIn(`${name}@kith.test`, `?invitation=${code}`))?.[1];
        return { name, browser, uid };
      }),
    );
    expect((await two[0]?.browser.json('/auth/username', { uid: two[0].uid, userName: 'a b' }))?.status).toBe(400);
    const answers = await Promise.all(
      two.map(({ name, browser, uid }) => browser.json('/auth/username', { uid, userName: name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe('invitation-invalid');
    const inside = two[answers.findIndex(({ status }) => status === 201)]?.name;
    expect(await new Browser().signIn(`${inside}@kith.test`)).toBe('/account');
  });
});
