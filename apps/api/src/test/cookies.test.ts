import { expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { password, signUpAndIn } from '../testing/testApp.ts';

const { server } = await serverForFile({ PUBLIC_URL: 'https://kith.test' });

const cookiesOf = (headers: Record<string, unknown>): string[] => [headers['set-cookie'] ?? []].flat().map(String);
const sessionOf = async (cookie: string) =>
  (await server.app.inject({ url: '/trpc/auth.session', headers: { cookie } })).json().result?.data?.user?.userName;

it('on https every cookie has the __Host- prefix, and a session cookie without it is ignored', async () => {
  await signUpAndIn(server.app, 'ann');
  const payload = { identifier: 'ann', password };
  const login = await server.app.inject({ method: 'POST', url: '/auth/login', payload });
  const shutdown = await server.app.inject({ url: '/auth/google' });
  const given = [...cookiesOf(login.headers), ...cookiesOf(shutdown.headers)].filter((each) => !/=;/.test(each));
  expect(given.map((each) => each.split('=')[0])).toEqual(
    expect.arrayContaining(['__Host-kith_session', '__Host-kith_device', '__Host-kith_departure']),
  );
  for (const cookie of given.filter((each) => each.includes('kith_'))) {
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toContain('; Path=/;');
    expect(cookie).toContain('; Secure');
    expect(cookie).not.toContain('Domain');
  }
  const token = /__Host-kith_session=([\w-]+)/.exec(given.join())?.[1];
  expect(await sessionOf(`__Host-kith_session=${token}`)).toBe('ann');
  expect(await sessionOf(`kith_session=${token}`)).toBeUndefined();
});

it('on https an OAuth state cookie without the prefix is ignored', async () => {
  const { headers } = await server.app.inject({ url: '/auth/google' });
  const [kept = ''] = cookiesOf(headers).filter((each) => each.startsWith('__Host-kith_departure='));
  const planted = kept.split(';')[0]?.replace('__Host-', '') ?? '';
  const answer = await server.app.inject({ url: '/auth/google/callback?code=x&state=y', headers: { cookie: planted } });
  expect(answer.headers.location).toBe('/login?error=user-not-authenticated');
});
