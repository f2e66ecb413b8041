import { appointFirstHost, confirmEmail, disableUser, inviteAsOperator, sendConfirmation } from '@kith/domain';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, password, signUpAndIn, signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile({ SIGN_UP: 'invited' });
const { domain } = server.deps;
const initialSettings = domain.settings;
/** Changes settings for the rest of the test. */
const setUp = (changes: Partial<typeof initialSettings>) => {
  domain.settings = { ...initialSettings, ...changes };
};

afterEach(async () => {
  setUp({});
  await sql('delete from invitations');
});

const join = (userName: string, invitation?: string, more: object = {}) =>
  new Person(server.app, userName).mutate('users.create', {
    userName,
    email: `${userName}@kith.test`,
    password,
    ...(invitation === undefined ? {} : { invitation }),
    ...more,
  });

const codeOf = (url: string): string => new URL(url).searchParams.get('invitation') ?? '';
const statusOf = ({ status, body }: Awaited<ReturnType<typeof join>>) => [status, body.error?.data?.kith?.code];
const operatorsCode = async (uses = 1): Promise<string> => codeOf((await inviteAsOperator(domain, { uses })).url);
const usesLeft = async (): Promise<number[]> =>
  (await sql('select uses_left from invitations order by id')).map((row) => row.uses_left);

/** Confirms a member's address with the code that is mailed to it. */
async function confirm(userId: number): Promise<void> {
  let code = '';
  const send = async ({ text }: { text: string }) => {
    code = /code=([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const mailing = { ...domain, mailer: { ...domain.mailer, send } };
  await sendConfirmation(mailing, { userId });
  await confirmEmail(mailing, { code, address: '198.51.100.7' });
}

describe('a server with sign-up closed', () => {
  it('refuses sign-up, with or without an invitation, and says so before the form is filled in', async () => {
    setUp({ signUp: 'closed' });
    const { body } = await new Person(server.app, 'x').query('auth.options');
    expect(body.result.data.signUp).toBe('closed');
    expect(statusOf(await join('eve'))).toEqual([403, 'sign-up-closed']);
    expect(statusOf(await join('eve', await operatorsCode()))).toEqual([403, 'sign-up-closed']);
    expect(await usesLeft()).toEqual([1]);
  });
});

describe('an invite-only server', () => {
  let ana: Person;

  beforeAll(async () => {
    await signUpAndIn(server.app, 'host');
    expect((await join('ana', await operatorsCode())).status).toBe(200);
    ana = new Person(server.app, 'ana');
    const { body } = await ana.post('/auth/login', { identifier: 'ana', password });
    Object.assign(ana, { token: body.data.token, userId: body.data.user.userId });
  });

  it('refuses sign-up without an invitation, and with an invalid, expired or revoked one', async () => {
    expect(statusOf(await join('bob'))).toEqual([403, 'invitation-required']);
    expect(statusOf(await join('bob', ''))).toEqual([403, 'invitation-required']);
    for (const code of ['none', 'x'.repeat(200), '\u0000', '\ud800'])
      expect(statusOf(await join('bob', code))).toEqual([403, 'invitation-invalid']);
    const over = await operatorsCode();
    await sql(`update invitations set expires_at = now() - interval '1 second'`);
    expect(statusOf(await join('bob', over))).toEqual([403, 'invitation-invalid']);
    const { body } = await ana.mutate('invitations.create', {});
    const { url, invitationId } = body.result.data;
    await ana.mutate('invitations.revoke', { code: `${invitationId}` });
    expect(statusOf(await join('bob', codeOf(url)))).toEqual([403, 'invitation-invalid']);
  });

  it('stores only a hash of the code, and shows the link once', async () => {
    const { body } = await ana.mutate('invitations.create', { uses: 2 });
    const code = codeOf(body.result.data.url);
    expect(code.length).toBeGreaterThan(40);
    expect(JSON.stringify(await sql('select * from invitations'))).not.toContain(code);
    const listed = await ana.query('invitations.list');
    expect(JSON.stringify(listed.body)).not.toContain(code);
    expect(listed.body.result.data.items).toMatchObject([{ uses: 2, usesLeft: 2 }]);
  });

  it('does not use up an invitation for a sign-up that fails for another reason', async () => {
    const code = await operatorsCode();
    expect(statusOf(await join('ANA', code, { email: 'other@kith.test' }))).toEqual([409, 'username-taken']);
    expect(statusOf(await join('bea', code, { email: 'ana@kith.test' }))).toEqual([409, 'email-already-in-use']);
    expect(statusOf(await join('bea', code, { password: 'short' }))[0]).toBe(400);
    await sql(
      `insert into federated_identities (uid, issuer, subject, email) values ('elsewhere', 'i', 's', 'e@kith.test')`,
    );
    expect(statusOf(await join('bea', code, { firebaseUid: 'elsewhere' }))).toEqual([409, 'uid-taken']);
    expect(await usesLeft()).toEqual([1]);
    expect((await join('bea', code)).status).toBe(200);
    expect(await usesLeft()).toEqual([0]);
    expect(statusOf(await join('cleo', code))).toEqual([403, 'invitation-invalid']);
  });

  it('lets in as many members as the invitation allows, with twelve concurrent sign-ups', async () => {
    const code = await operatorsCode(3);
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => join(`crowd${i}`, code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(403)]);
    expect(await usesLeft()).toEqual([0]);
  });

  it('limits a member to twenty open invitations, with thirty concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => ana.mutate('invitations.create', {})));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(10).fill(409)]);
    expect((await ana.query('invitations.list')).body.result.data.items).toHaveLength(20);
  });

  it('neither shows nor revokes an invitation of another member', async () => {
    const { body } = await ana.mutate('invitations.create', {});
    const { invitationId, url } = body.result.data;
    expect((await join('dora', await operatorsCode())).status).toBe(200);
    const dora = new Person(server.app, 'dora');
    dora.token = (await dora.post('/auth/login', { identifier: 'dora', password })).body.data.token;
    expect((await dora.query('invitations.list')).body.result.data.items).toEqual([]);
    for (const id of [invitationId, invitationId + 1, 999_999])
      expect(statusOf(await dora.mutate('invitations.revoke', { code: `${id}` }))).toEqual([404, 'not-found']);
    expect(statusOf(await ana.mutate('invitations.create', { uses: 101 }))[0]).toBe(400);
    expect(statusOf(await ana.mutate('invitations.create', { expiresAt: new Date().toISOString() }))[0]).toBe(400);
    await disableUser(domain, { userName: 'ana' });
    expect(statusOf(await join('emil', codeOf(url)))).toEqual([403, 'invitation-invalid']);
  });
});

describe('invitations while everybody may join', () => {
  beforeEach(() => setUp({ signUp: 'open' }));

  it('are not needed, but say who invited whom, as long as they can be used', async () => {
    const fay = await signUpAndIn(server.app, 'fay');
    const { url } = (await fay.mutate('invitations.create', { uses: 1 })).body.result.data;
    for (const name of ['gus', 'hal']) expect((await join(name, codeOf(url))).status).toBe(200);
    expect((await join('ivy', 'no such code')).status).toBe(200);
    expect((await join('jan')).status).toBe(200);
    const joined = (await fay.get('/invitations/joined')).body.data;
    expect(joined.map(({ userName }: Person) => userName)).toEqual(['gus']);
    await expect
      .poll(async () => (await fay.get('/notifications')).body.data)
      .toMatchObject([{ kind: 'joined', actors: [{ userName: 'gus' }], post: null }]);
    expect((await fay.get('/invitations')).body.data).toEqual([]);
  });

  it('name the new member to the inviter only once the address is confirmed, where addresses are confirmed', async () => {
    const fia = await signUpAndIn(server.app, 'fia');
    const { url } = (await fia.mutate('invitations.create', { uses: 1 })).body.result.data;
    setUp({ signUp: 'open', confirmEmail: true });
    const { userId } = (await join('pia', codeOf(url))).body.result.data;
    const told = async () => (await fia.get('/notifications')).body.data.map(({ kind }: { kind: string }) => kind);
    expect([await sql('select from pending_notifications'), await told()]).toEqual([[], []]);
    await confirm(userId);
    await expect.poll(told).toEqual(['joined']);
  });

  it('are used without a word to an inviter who has switched that off', async () => {
    const flo = await signUpAndIn(server.app, 'flo');
    await flo.patch('/notifications/settings', { joins: false });
    const { url } = (await flo.mutate('invitations.create', {})).body.result.data;
    await join('ida', codeOf(url));
    await expect.poll(() => sql('select from pending_notifications')).toEqual([]);
    expect((await flo.get('/notifications')).body.data).toEqual([]);
    expect((await flo.get('/invitations/joined')).body.data).toHaveLength(1);
  });

  it('cannot be created by members if only operators invite', async () => {
    setUp({ signUp: 'open', memberInvitations: 0 });
    const fred = await signUpAndIn(server.app, 'fred');
    expect(statusOf(await fred.mutate('invitations.create', {}))).toEqual([403, 'forbidden']);
  });
});

describe('who joined within the last day', () => {
  const newest = async (who: Person) =>
    (await who.get('/users/newest')).body.data.map(({ userName }: Person) => userName).sort();

  it('is told to everybody on a small server, unless the operator has switched it off', async () => {
    setUp({ signUp: 'open' });
    await sql(`update users set created_at = now() - interval '25 hours'`);
    const [kim, lea, mo] = await signUpAnew(server, 'kim', 'lea', 'mo_');
    await mo.post('/blocks', { userId: kim.userId });
    expect([await newest(kim), await newest(lea)]).toEqual([[lea.userName], [kim.userName, mo.userName]]);
    await sql('update users set email_confirmed = false where id = $1', [lea.userId]);
    expect(await newest(kim)).toEqual([]);
    await sql('update users set email_confirmed = true where id = $1', [lea.userId]);
    setUp({ announceJoins: false });
    expect(await newest(kim)).toEqual([]);
    setUp({});
    expect(await newest(kim)).toEqual([lea.userName]);
    await sql(`insert into users (user_name, email, identity_uid, auth_provider, password_hash)
      select 'many' || n, 'many' || n || '@kith.test', 'many-' || n, 'email', '-' from generate_series(1, 200) n`);
    expect(await newest(kim)).toEqual([]);
  });
});

describe('the first member', () => {
  beforeEach(async () => {
    setUp({ signUp: 'open' });
    for (const table of ['notifications', 'blocks']) await sql(`delete from ${table}`);
    await sql('alter table host_log disable trigger user');
    for (const table of ['host_log', 'users', 'founding']) await sql(`delete from ${table}`);
    await sql('alter table host_log enable trigger user');
  });
  const hosts = async () =>
    (await sql('select user_name from users where host and moderator')).map((row) => row.user_name);

  it('of eight concurrent sign-ups becomes the host, and no later member does', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `first${i}`);
    const all = await Promise.all(names.map((name) => join(name)));
    expect(all.filter(({ body }) => body.result.data.host && body.result.data.moderator)).toHaveLength(1);
    expect((await join('later')).body.result.data).toMatchObject({ host: false, moderator: false });
    expect(await hosts()).toHaveLength(1);
    expect(await sql('select action, by_id from host_log')).toEqual([{ action: 'host-appointed', by_id: null }]);
  });

  it('is the first to confirm an address where addresses are confirmed, also of two at once', async () => {
    setUp({ signUp: 'open', confirmEmail: true });
    const made = [];
    for (const name of ['first', 'second', 'third']) made.push((await join(name)).body.result.data);
    expect(made.map(({ host, moderator }) => [host, moderator])).toEqual(Array(3).fill([false, false]));
    // Inserts the user who stands for deleted members. This user may exist before the first member confirms.
    await sql(
      `insert into users (id, identity_uid, auth_provider, deleted_at) values (0, 'kith-nobody', 'email', now())`,
    );
    expect(await hosts()).toEqual([]);
    await Promise.all([confirm(made[1].userId), confirm(made[2].userId)]);
    await confirm(made[0].userId);
    expect(await hosts()).toHaveLength(1);
    expect(await hosts()).not.toEqual(['first']);
  });

  it('of a server that already has members is appointed at its start, once', async () => {
    for (const name of ['old', 'newer'])
      await sql(
        `insert into users (user_name, email, identity_uid, auth_provider, password_hash) values ($1, $1 || '@kith.test', $1, 'email', 'x')`,
        [name],
      );
    expect((await join('newest')).body.result.data.host).toBe(false);
    await Promise.all([appointFirstHost(domain), appointFirstHost(domain)]);
    expect(await hosts()).toEqual(['old']);
    await sql('update users set host = false');
    await appointFirstHost(domain);
    expect(await hosts()).toEqual([]);
  });
});
