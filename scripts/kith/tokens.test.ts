import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startCast, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { createMemberToken } from './tokens.ts';

let server: TestApp;
let alice: Person;

beforeAll(async () => {
  ({ server, alice } = await startCast());
});
afterAll(() => server.close());

const made = (...rest: string[]) => createMemberToken(server.deps, rest);

it('`kith token` creates a token for a program that acts as a member, who sees it in their list', async () => {
  const said = await made('alice', '--scopes', 'read, write', '--for', 'Bridge', '--days', '30');
  const [token = '', rest] = said.split('\n');
  expect(rest).toMatch(/^For alice, read, write, until \d{4}-\S+Z\. It is not shown again; .* "Bridge"\.$/);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await alice.call('GET', '/auth/session', undefined, { headers });
  expect(body.data.user.userName).toBe('alice');
  expect((await alice.get('/tokens')).body.data).toMatchObject([{ name: 'Bridge', scopes: ['read', 'write'] }]);
});

it.each([
  ['no name', []],
  ['no scope', ['alice']],
  ['an unknown scope', ['alice', '--scopes', 'read,admin']],
  ['no days', ['alice', '--scopes', 'read', '--days', '0']],
  ['another option', ['alice', '--scopes', 'read', '--forever']],
])('`kith token` prints its usage, given %s', async (_, rest) => {
  await expect(made(...rest)).rejects.toThrow('npm run kith -- token NAME --scopes read,write,messages,follows');
});

it('`kith token` refuses an unknown member', async () => {
  await expect(made('nobody', '--scopes', 'read')).rejects.toMatchObject({ code: 'not-found' });
});
