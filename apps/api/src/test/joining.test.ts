import { probe } from '@kith/db/testing';
import { confirmEmail, disableUser, inviteAsOperator, sendConfirmation } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person, password, signUpAndIn, startTestApp, type TestApp } from '../testing/testApp.ts';

const servers: TestApp[] = [];
const start = async (env: Record<string, string>): Promise<TestApp> => {
  const server = await startTestApp(env);
  servers.push(server);
  return server;
};
afterAll(() => Promise.all(servers.map((server) => server.close())));

const join = ({ app }: TestApp, userName: string, invitation?: string, more: object = {}) =>
  new Person(app, userName).mutate('users.create', {
    userName,
    email: `${userName}@kith.test`,
    password,
    ...(invitation === undefined ? {} : { invitation }),
    ...more,
  });

const codeOf = (url: string): string => new URL(url).searchParams.get('invitation') ?? '';
const statusOf = ({ status, body }: Awaited<ReturnType<typeof join>>) => [status, body.error?.data?.kith?.code];
const operatorsCode = async ({ deps }: TestApp, uses = 1): Promise<string> =>
  codeOf((await inviteAsOperator(deps.domain, { uses })).url);
const usesLeft = async ({ deps }: TestApp): Promise<number[]> =>
  (await probe(deps.domain.db, 'select uses_left from invitations order by id')).rows.map((row) => row.uses_left);

describe('a server with sign-up closed', () => {
  it('refuses sign-up, with or without an invitation, and says so before the form is filled in', async () => {
    const server = await start({ SIGN_UP: 'closed' });
    const { body } = await new Person(server.app, 'x').query('auth.options');
    expect(body.result.data.signUp).toBe('closed');
    expect(statusOf(await join(server, 'eve'))).toEqual([403, 'sign-up-closed']);
    expect(statusOf(await join(server, 'eve', await operatorsCode(server)))).toEqual([403, 'sign-up-closed']);
    expect(await usesLeft(server)).toEqual([1]);
  });
});

describe('an invite-only server', () => {
  let server: TestApp;
  let ana: Person;

  beforeAll(async () => {
    server = await start({ SIGN_UP: 'invited', MEMBERS_INVITE: 'on' });
    expect((await join(server, 'ana', await operatorsCode(server))).status).toBe(200);
    ana = new Person(server.app, 'ana');
    const { body } = await ana.post('/auth/login', { identifier: 'ana', password });
    Object.assign(ana, { token: body.data.token, userId: body.data.user.userId });
    await probe(server.deps.domain.db, 'delete from invitations');
  });

  it('refuses sign-up without an invitation, and with an invalid, expired or revoked one', async () => {
    expect(statusOf(await join(server, 'bob'))).toEqual([403, 'invitation-required']);
    expect(statusOf(await join(server, 'bob', ''))).toEqual([403, 'invitation-required']);
    for (const code of ['none', 'x'.repeat(200), '\u0000', '\ud800'])
      expect(statusOf(await join(server, 'bob', code))).toEqual([403, 'invitation-invalid']);
    const over = await operatorsCode(server);
    await probe(server.deps.domain.db, `update invitations set expires_at = now() - interval '1 second'`);
    expect(statusOf(await join(server, 'bob', over))).toEqual([403, 'invitation-invalid']);
    const { body } = await ana.mutate('invitations.create', {});
    const { url, invitationId } = body.result.data;
    await ana.mutate('invitations.revoke', { code: `${invitationId}` });
    expect(statusOf(await join(server, 'bob', codeOf(url)))).toEqual([403, 'invitation-invalid']);
    await probe(server.deps.domain.db, 'delete from invitations');
  });

  it('stores only a hash of the code, and shows the link once', async () => {
    const { body } = await ana.mutate('invitations.create', { uses: 2 });
    const code = codeOf(body.result.data.url);
    expect(code.length).toBeGreaterThan(40);
    const { rows } = await probe(server.deps.domain.db, 'select * from invitations');
    expect(JSON.stringify(rows)).not.toContain(code);
    const listed = await ana.query('invitations.list');
    expect(JSON.stringify(listed.body)).not.toContain(code);
    expect(listed.body.result.data.items).toMatchObject([{ uses: 2, usesLeft: 2 }]);
    await probe(server.deps.domain.db, 'delete from invitations');
  });

  it('does not use up an invitation for a sign-up that fails for another reason', async () => {
    const code = await operatorsCode(server);
    expect(statusOf(await join(server, 'ANA', code, { email: 'other@kith.test' }))).toEqual([409, 'username-taken']);
    expect(statusOf(await join(server, 'bea', code, { email: 'ana@kith.test' }))).toEqual([
      409,
      'email-already-in-use',
    ]);
    expect(statusOf(await join(server, 'bea', code, { password: 'short' }))[0]).toBe(400);
    await probe(
      server.deps.domain.db,
      `insert into federated_identities (uid, issuer, subject, email) values ('elsewhere', 'i', 's', 'e@kith.test')`,
    );
    expect(statusOf(await join(server, 'bea', code, { firebaseUid: 'elsewhere' }))).toEqual([409, 'uid-taken']);
    expect(await usesLeft(server)).toEqual([1]);
    expect((await join(server, 'bea', code)).status).toBe(200);
    expect(await usesLeft(server)).toEqual([0]);
    expect(statusOf(await join(server, 'cleo', code))).toEqual([403, 'invitation-invalid']);
    await probe(server.deps.domain.db, 'delete from invitations');
  });

  it('lets in as many members as the invitation allows, with twelve concurrent sign-ups', async () => {
    const code = await operatorsCode(server, 3);
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => join(server, `crowd${i}`, code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(403)]);
    expect(await usesLeft(server)).toEqual([0]);
    await probe(server.deps.domain.db, 'delete from invitations');
  });

  it('limits a member to twenty open invitations, with thirty concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => ana.mutate('invitations.create', {})));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(10).fill(409)]);
    expect((await ana.query('invitations.list')).body.result.data.items).toHaveLength(20);
    await probe(server.deps.domain.db, 'delete from invitations');
  });

  it('neither shows nor revokes an invitation of another member', async () => {
    const { body } = await ana.mutate('invitations.create', {});
    const { invitationId, url } = body.result.data;
    expect((await join(server, 'dora', await operatorsCode(server))).status).toBe(200);
    const dora = new Person(server.app, 'dora');
    dora.token = (await dora.post('/auth/login', { identifier: 'dora', password })).body.data.token;
    expect((await dora.query('invitations.list')).body.result.data.items).toEqual([]);
    for (const id of [invitationId, invitationId + 1, 999_999])
      expect(statusOf(await dora.mutate('invitations.revoke', { code: `${id}` }))).toEqual([404, 'not-found']);
    expect(statusOf(await ana.mutate('invitations.create', { uses: 101 }))[0]).toBe(400);
    expect(statusOf(await ana.mutate('invitations.create', { expiresAt: new Date().toISOString() }))[0]).toBe(400);
    await disableUser(server.deps.domain, { userName: 'ana' });
    expect(statusOf(await join(server, 'emil', codeOf(url)))).toEqual([403, 'invitation-invalid']);
  });
});

describe('invitations under the default settings', () => {
  it('cannot be created by members', async () => {
    const server = await start({});
    const fay = await signUpAndIn(server.app, 'fay');
    expect(statusOf(await fay.mutate('invitations.create', {}))).toEqual([403, 'forbidden']);
  });

  it('are not needed, and a given code is not used up', async () => {
    const server = await start({});
    expect((await join(server, 'gus', await operatorsCode(server))).status).toBe(200);
    expect(await usesLeft(server)).toEqual([1]);
  });
});

describe('the first member', () => {
  it('of eight concurrent sign-ups becomes the moderator, and no later member does', async () => {
    const server = await start({});
    const names = Array.from({ length: 8 }, (_, i) => `first${i}`);
    const all = await Promise.all(names.map((name) => join(server, name)));
    expect(all.filter(({ body }) => body.result.data.moderator)).toHaveLength(1);
    expect((await join(server, 'later')).body.result.data.moderator).toBe(false);
    const { rows } = await probe(server.deps.domain.db, 'select user_name from users where moderator');
    expect(rows).toHaveLength(1);
  });

  it('in production moderates once their address is confirmed, and nobody else does', async () => {
    const server = await start({ CONFIRM_EMAIL: 'on' });
    const { domain } = server.deps;
    domain.settings = { ...domain.settings, founderModerates: false };
    const made = [(await join(server, 'first')).body.result.data, (await join(server, 'second')).body.result.data];
    expect(made.map(({ moderator }) => moderator)).toEqual([false, false]);
    // Inserts the user who stands for deleted members. This user may exist before the first member confirms, and has a lower id.
    await probe(
      domain.db,
      `insert into users (id, identity_uid, auth_provider, deleted_at) values (0, 'kith-nobody', 'email', now())`,
    );
    const moderators = async () =>
      (await probe(domain.db, 'select user_name from users where moderator')).rows.map(({ user_name }) => user_name);
    for (const { userId } of made.toReversed()) {
      expect(await moderators()).toEqual([]);
      let code = '';
      const send = async ({ text }: { text: string }) => {
        code = /code=([\w-]+)/.exec(text)?.[1] ?? '';
      };
      domain.mailer = { ...domain.mailer, send };
      await sendConfirmation(domain, { userId });
      await confirmEmail(domain, { code, address: '198.51.100.7' });
    }
    expect(await moderators()).toEqual(['first']);
  });

  it('does not exist on a server that already had members', async () => {
    const server = await start({});
    await probe(
      server.deps.domain.db,
      `insert into users (user_name, email, identity_uid, auth_provider, password_hash) values ('old', 'o@kith.test', 'old-uid', 'email', 'x')`,
    );
    expect((await join(server, 'newer')).body.result.data.moderator).toBe(false);
  });
});
