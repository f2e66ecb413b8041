import { Image, User } from '@kith/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startCast, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { userCommands } from './users.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let stranger: Person;

beforeAll(async () => {
  ({ server, alice, bob, stranger } = await startCast({ SIGN_UP: 'closed', CONFIRM_EMAIL: 'on' }));
  // The first member with a confirmed address becomes the host.
  await user('confirm', 'alice');
});
afterAll(() => server.close());

const user = (command: string, ...rest: string[]) => userCommands[`user ${command}`]?.(server.deps, rest);
const enter = (identifier: string, password: string) => stranger.post('/auth/login', { identifier, password });
const log = async () =>
  (await alice.get('/host/log')).body.data.map(({ action, by }: { action: string; by: object | null }) => [action, by]);

it('`kith user create` makes an account whose member chooses a password, and `user confirm` confirms its address', async () => {
  const said = await user('create', 'dora', 'dora@kith.test');
  const [, oobCode] = /oobCode=([\w-]+)/.exec(said ?? '') ?? [];
  const chosen = { oobCode, newPassword: 'friends2!' };
  expect((await stranger.post('/auth/password-reset/confirm', chosen)).status).toBe(200);
  expect((await enter('dora', 'friends2!')).body.data.user).toMatchObject({ emailConfirmed: false });
  expect(await user('confirm', 'dora')).toBe('The address of dora is confirmed.');
  expect(await user('confirm', 'dora')).toBe('The address of dora is confirmed already.');
  expect((await enter('dora', 'friends2!')).body.data.user).toMatchObject({ emailConfirmed: true, host: false });
  await expect(user('create', 'DORA', 'other@kith.test')).rejects.toThrow('already taken');
  await expect(user('create', 'x', 'y')).rejects.toThrow('user create NAME EMAIL');
});

it('`kith user confirm` notifies the inviter, as the link of a mail does', async () => {
  await server.deps.domain.db.em().nativeUpdate(User, { id: bob.userId }, { inviter: alice.userId });
  await user('confirm', 'bob');
  const noted = (await alice.get('/notifications')).body.data;
  expect(noted).toMatchObject([{ kind: 'joined', actors: [{ userName: 'bob' }] }]);
});

it('`kith user list` shows every member, with what they store and when they were last here, and the total', async () => {
  await alice.get('/auth/session');
  const { domain } = server.deps;
  for (const [key, owner, bytes] of [
    ['a', alice, 2 * 1024 ** 2],
    ['b', bob, 1024 ** 2],
  ] as const)
    await domain.db.em().insert(Image, { key, owner: owner.userId, kind: 'post', bytes });
  const [head, ...rows] = (await user('list'))?.split('\n') ?? [];
  expect(head).toMatch(/^NAME +E-MAIL +JOINED +SEEN +PICTURES/);
  expect(rows.map((row) => row.split(' ')[0])).toEqual(['dora', 'carol', 'bob', 'alice', 'total']);
  const today = new Date().toISOString().slice(0, 10);
  expect(rows.at(-2)).toMatch(new RegExp(`^alice +alice@kith.test +${today} +${today} +2.0 MB +host$`));
  expect(rows.at(-1)).toMatch(/^total +3.0 MB/);
});

it('`kith user reset-link`, `disable`, `enable` and `delete` are those of hosts, and in their log', async () => {
  expect(await user('reset-link', 'bob')).toMatch(/oobCode=[\w-]{43}$/);
  await user('disable', 'bob');
  expect((await enter('bob', 'friends1!')).body.code).toBe('user-disabled');
  await user('enable', 'bob');
  expect((await enter('bob', 'friends1!')).status).toBe(200);
  expect(await user('delete', 'bob')).toMatch(/^The account of bob is deleted/);
  expect((await enter('bob', 'friends1!')).status).toBe(400);
  expect((await log()).slice(0, 4)).toEqual([
    ['member-deleted', null],
    ['member-enabled', null],
    ['member-disabled', null],
    ['reset-link-made', null],
  ]);
  await user('disable', 'carol');
  await expect(user('confirm', 'carol')).rejects.toThrow('This account has been disabled.');
  await user('delete', 'carol');
  expect(await user('list')).not.toContain('carol');
  for (const command of ['disable', 'delete'])
    await expect(user(command, 'alice')).rejects.toThrow('would have no host');
  await expect(user('confirm', 'nobody')).rejects.toMatchObject({ code: 'not-found' });
});
