import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appointHost, disableUser, eraseUser, inviteAsOperator, sendResetLinkNotice } from '@kith/domain';
import { procedures } from '@kith/trpc';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '../rest/endpoint.ts';
import { openChat, publish, say, statusOf, write } from '../testing/actions.ts';
import { mails } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { Person, password, signUpAndIn } from '../testing/testApp.ts';

/** Alice is the host, because she is the first member; Hugo becomes one too. */
const backups = mkdtempSync(join(tmpdir(), 'kith-hosts-'));
afterAll(() => rmSync(backups, { recursive: true, force: true }));
const { server, sql, alice, bob, carol, stranger } = await castForFile({ BACKUP_DIR: backups });
const { domain } = server.deps;
const [mona, hugo] = [await signUpAndIn(server.app, 'mona'), await signUpAndIn(server.app, 'hugo')];
await sql('update users set moderator = true where id = $1', [mona.userId]);
await appointHost(domain, { userName: 'hugo', hosts: true });
const tokenOfAlice = async (): Promise<Person> => {
  const { body } = await alice.post('/tokens', { name: 'bot', scopes: ['read', 'write', 'messages', 'follows'] });
  return Object.assign(new Person(server.app, 'bot'), { userId: alice.userId, token: body.data.token });
};

const about = (who: Person, what = '') => `/host/members/${who.userId}${what}`;
const log = async () =>
  (await alice.get('/host/log')).body.data.map(
    ({
      action,
      by,
      member,
      details,
    }: {
      action: string;
      by: Person | null;
      member: Person | null;
      details: string;
    }) => [action, by?.userName ?? null, member?.userName ?? null, details],
  );
const rolesOf = async (who: Person) => (await sql('select moderator, host from users where id = $1', [who.userId]))[0];

/** Every path of hosts with an input that its contract accepts. */
const paths = allEndpoints.filter(({ url }) => url.startsWith('/host/'));
const called = (who: Person, { method, url }: { method: string; url: string }, invitationId = 999_999, body = {}) =>
  who.call(
    method,
    url
      .replace(':userId', String(carol.userId))
      .replace(':jobId', 'mail-1')
      .replace(':invitationId', String(invitationId)),
    method === 'GET' ? undefined : body,
  );

describe('what belongs to hosts', () => {
  const uploads = { method: 'POST', url: '/host/server/picture' };

  it('is refused to everybody else, at every path and every procedure', async () => {
    const callers: [string, Person, [number, string]][] = [
      ['member', bob, [403, 'forbidden']],
      ['moderator', mona, [403, 'forbidden']],
      ['token of a host', await tokenOfAlice(), [403, 'missing-scope']],
      ['signed out', stranger, [401, 'unauthenticated']],
    ];
    const before = await sql('select count(*) from host_log');
    expect(paths.length).toBeGreaterThan(15);
    for (const [name, who, refused] of callers) {
      for (const path of [...paths, uploads])
        expect([name, path.url, ...statusOf(await called(who, path))]).toEqual([name, path.url, ...refused]);
      const input = { userId: carol.userId, jobId: 'mail-1', invitationId: 999_999 };
      for (const [path, { type }] of procedures) {
        if (!path.startsWith('host.')) continue;
        const { status } = await (type === 'query' ? who.query(path, input) : who.mutate(path, input));
        expect([name, path, status]).toEqual([name, path, refused[0]]);
      }
    }
    expect(await sql('select count(*) from host_log')).toEqual(before);
    expect(await rolesOf(carol)).toEqual({ moderator: false, host: false });
  });

  it('needs a re-authentication within five minutes for what is grave', async () => {
    await sql(`update sessions set reauthenticated_at = now() - interval '6 minutes' where user_id = $1`, [
      hugo.userId,
    ]);
    const grave: string[] = [];
    for (const path of paths)
      if ((await called(hugo, path)).body?.code === 'reauthentication-required')
        grave.push(`${path.method} ${path.url}`);
    expect(grave.sort()).toEqual([
      'DELETE /host/members/:userId/host',
      'DELETE /host/members/:userId/moderator',
      'POST /host/confirm-restore',
      'POST /host/members/:userId/disable',
      'POST /host/members/:userId/host',
      'POST /host/members/:userId/moderator',
      'POST /host/members/:userId/reset-link',
    ]);
    await sql('update sessions set reauthenticated_at = now()');
  });

  it('needs a second factor where moderators need one', async () => {
    const usual = domain.settings;
    domain.settings = { ...usual, moderatorsNeedSecondFactor: true };
    expect(statusOf(await alice.get('/host/overview'))).toEqual([403, 'second-factor-missing']);
    domain.settings = usual;
    expect((await alice.get('/host/overview')).status).toBe(200);
  });

  it('tells nothing that members have written for others, and the log says each change', async () => {
    const mark = 'SECRET-MARK';
    for (const audience of ['private', 'close', 'friends', 'public'])
      await publish(bob, `${mark} ${audience}`, { audience });
    await write(bob, carol, mark);
    await say(bob, await openChat(bob, [carol, mona]), mark);
    await bob.patch(`/users/${bob.userId}`, { bio: mark });
    await sql(
      `insert into images (owner_id, kind, key, status, width, height, widths) values ($1, 'message', $2, 'ready', 9, 9, '{9}')`,
      [bob.userId, mark.replace('-', '').padEnd(24, 'x')],
    );
    const { maintenance } = domain;
    const job = {
      id: 'mail-1',
      name: 'auth.sendConfirmation',
      userId: bob.userId,
      failedAt: '2026-05-01T03:00:00.000Z',
    };
    domain.maintenance = {
      ...maintenance,
      failedJobs: async () => [{ ...job, cause: 'no answer' }],
      ...{ retryJob: async () => true, dropJob: async () => true },
    };
    const entries = async () => Number((await sql('select count(*) from host_log'))[0].count);
    for (const path of paths) {
      const name = `${path.method} ${path.url}`;
      // Carol has what the path takes from her, and lacks what it gives her.
      const role = /^DELETE .*\/(host|moderator)$/.exec(name)?.[1];
      const disabledAt = name.endsWith('/enable') ? new Date() : null;
      await sql(
        'update users set host = $2, moderator = $3, disabled_at = $4, operator_disabled_at = $4 where id = $1',
        [carol.userId, role === 'host', role !== undefined, disabledAt],
      );
      if (name.includes('confirm-restore')) await sql('update server_state set restored_at = now()');
      if (name.includes('picture'))
        await sql(
          `insert into images (owner_id, kind, key, status, width, height, widths) values ($1, 'server', 'face', 'ready', 9, 9, '{9}')`,
          [alice.userId],
        );
      const { invitationId } = name.includes(':invitationId') ? (await bob.post('/invitations', {})).body.data : {};
      const before = await entries();
      const { status, body } = await called(
        alice,
        path,
        invitationId,
        name.startsWith('PATCH') ? { rules: 'Ours' } : {},
      );
      const grown = (await entries()) - before;
      expect([name, Math.floor(status / 100), grown]).toEqual([name, 2, path.method === 'GET' ? 0 : 1]);
      expect([name, JSON.stringify(body).includes('SECRET')]).toEqual([name, false]);
    }
    domain.maintenance = maintenance;
    await sql('update users set host = false, moderator = false where id = $1', [carol.userId]);
  });
});

describe('a member', () => {
  it('is found by the beginning of a name or an address, and by what hosts have to know', async () => {
    const zoe = await signUpAndIn(server.app, 'zoe.k');
    await zoe.patch(`/users/${zoe.userId}`, { displayName: 'Zoë Ångström' });
    await sql(`update users set email = 'other@mail.test', inviter_id = $2 where id = $1`, [zoe.userId, bob.userId]);
    await sql(`insert into images (owner_id, kind, key, bytes) values ($1, 'post', 'of-zoe', 1234)`, [zoe.userId]);
    const found = async (query: string, filter = 'all') =>
      (await alice.get(`/host/members?query=${encodeURIComponent(query)}&filter=${filter}`)).body.data.map(
        ({ userName }: Person) => userName,
      );
    for (const query of ['zoe.k', 'ZOE', 'zoë å', 'zoe a', 'other@'])
      expect([query, await found(query)]).toEqual([query, ['zoe.k']]);
    for (const query of ['oe.k', '%', 'nobody', 'mail.test']) expect([query, await found(query)]).toEqual([query, []]);
    expect(await found('', 'hosts')).toEqual(['hugo', 'alice']);
    await sql(`update users set moderator = host or user_name = 'mona'`);
    expect(await found('', 'moderators')).toEqual(['hugo', 'mona', 'alice']);
    await sql('update users set email_confirmed = false where id = $1', [zoe.userId]);
    await disableUser(domain, { userName: 'zoe.k' });
    expect([await found('', 'unconfirmed'), await found('', 'disabled')]).toEqual([['zoe.k'], ['zoe.k']]);
    const [row] = (await alice.get('/host/members?query=zoe')).body.data;
    expect(row).toMatchObject({
      ...{ email: 'other@mail.test', emailConfirmed: false, storageBytes: 1234, host: false, moderator: false },
      ...{ lastSeen: new Date().toISOString().slice(0, 10), invitedBy: { userName: 'bob' } },
      disabledAt: expect.any(String),
    });
    const first = await alice.get('/host/members?limit=2');
    const rest = await alice.get(`/host/members?limit=500&cursor=${encodeURIComponent(first.body.nextCursor)}`);
    const all = (await alice.get('/host/members')).body.data;
    expect([...first.body.data, ...rest.body.data]).toEqual(all);
  });

  it('is disabled and enabled, a moderator too, with the reason in the log', async () => {
    const max = await signUpAndIn(server.app, 'max');
    await alice.post(about(max, '/moderator'));
    const done = [
      await alice.post(about(max, '/disable'), { reason: 'enough' }),
      await alice.post(about(max, '/disable')),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    expect((await max.get('/auth/session')).status).toBe(401);
    expect(statusOf(await alice.post(about(max, '/host')))).toEqual([403, 'user-disabled']);
    expect((await alice.post(about(max, '/enable'))).status).toBe(200);
    expect((await signInAs('max')).status).toBe(200);
    expect((await log()).slice(0, 3)).toEqual([
      ['member-enabled', 'alice', 'max', ''],
      ['member-disabled', 'alice', 'max', 'enough'],
      ['moderator-appointed', 'alice', 'max', ''],
    ]);
    expect((await alice.post('/host/members/999999/disable')).status).toBe(404);
  });

  it('loses the role of a moderator while disabled too', async () => {
    const nora = await signUpAndIn(server.app, 'nora');
    await alice.post(about(nora, '/moderator'));
    await alice.post(about(nora, '/disable'));
    expect((await alice.delete(about(nora, '/moderator'))).status).toBe(200);
    await alice.post(about(nora, '/enable'));
    expect(await rolesOf(nora)).toEqual({ moderator: false, host: false });
  });

  it('becomes a host, who is always a moderator, and stays one after that', async () => {
    const hanna = await signUpAndIn(server.app, 'hanna');
    await alice.post(about(hanna, '/host'));
    expect((await hanna.get('/auth/session')).body.data.user).toMatchObject({ host: true, moderator: true });
    expect(statusOf(await alice.delete(about(hanna, '/moderator')))).toEqual([409, 'host-moderates']);
    expect((await alice.delete(about(hanna, '/host'))).status).toBe(200);
    expect(await rolesOf(hanna)).toEqual({ moderator: true, host: false });
    expect((await alice.delete(about(hanna, '/moderator'))).status).toBe(200);
    expect(await rolesOf(hanna)).toEqual({ moderator: false, host: false });
    await expect(sql('update users set host = true where id = $1', [hanna.userId])).rejects.toThrow('users_host_check');
  });

  it('gets a link for a new password, which works once, proves no address, and is told by mail', async () => {
    const lea = await signUpAndIn(server.app, 'lea');
    await sql('update users set email_confirmed = false where id = $1', [lea.userId]);
    const make = async () => (await alice.post(about(lea, '/reset-link'))).body.data.url;
    const [old, url] = [await make(), await make()];
    expect(url).toMatch(/^http:\/\/localhost:\d+\/resetpassword\?oobCode=[\w-]{43}$/);
    expect((await lea.get('/notifications')).body.data).toMatchObject([{ kind: 'resetLink', actors: [], post: null }]);
    const reset = (link: string) =>
      stranger.post('/auth/password-reset/confirm', {
        oobCode: new URL(link).searchParams.get('oobCode'),
        newPassword: 'another1!',
      });
    expect(statusOf(await reset(old))).toEqual([400, 'expired-reset-link']);
    expect((await reset(url)).status).toBe(200);
    expect(statusOf(await reset(url))).toEqual([400, 'expired-reset-link']);
    expect((await signInAs('lea', 'another1!')).status).toBe(200);
    expect((await lea.get('/auth/session')).status).toBe(401);
    expect(await sql('select email_confirmed from users where id = $1', [lea.userId])).toEqual([
      { email_confirmed: false },
    ]);
    const before = (await mails(server)).length;
    await sendResetLinkNotice(domain, { userId: lea.userId });
    expect(await mails(server)).toHaveLength(before + 1);
    expect((await log())[0]).toEqual(['reset-link-made', 'alice', 'lea', '']);
    // An address that was never confirmed goes to its owner, and the member keeps none.
    await sql('update users set email = null where id = $1', [lea.userId]);
    const [early, late] = [await make(), await make()];
    expect(statusOf(await reset(early))).toEqual([400, 'expired-reset-link']);
    expect((await reset(late)).status).toBe(200);
    expect((await signInAs('lea', 'another1!')).status).toBe(200);
    const stale = await make();
    await sql(`update users set email = 'lea@kith.test' where id = $1`, [lea.userId]);
    expect(statusOf(await reset(stale))).toEqual([400, 'expired-reset-link']);
    await sql(`update users set auth_provider = 'google', password_hash = null where id = $1`, [lea.userId]);
    expect(statusOf(await alice.post(about(lea, '/reset-link')))).toEqual([400, 'google-account']);
  });

  it('need not fear a link that the member or another host no longer wants', async () => {
    const rita = await signUpAndIn(server.app, 'rita');
    const ends: [string, Person, () => Promise<unknown>][] = [
      ['its maker is no host any more', hugo, () => alice.delete(about(hugo, '/host'))],
      ['its maker is disabled', hugo, () => alice.post(about(hugo, '/disable'))],
      [
        'its maker sets a new password',
        hugo,
        async () => {
          const { body } = await alice.post(about(hugo, '/reset-link'));
          const oobCode = new URL(body.data.url).searchParams.get('oobCode');
          await stranger.post('/auth/password-reset/confirm', { oobCode, newPassword: password });
        },
      ],
      ['the member was disabled', alice, () => alice.post(about(rita, '/disable'))],
      ['the member logs out everywhere', alice, () => rita.delete('/auth/sessions')],
    ];
    for (const [name, host, end] of ends) {
      const { body } = await host.post(about(rita, '/reset-link'));
      const oobCode = new URL(body.data.url).searchParams.get('oobCode');
      await end();
      for (const who of [hugo, rita]) await alice.post(about(who, '/enable'));
      await appointHost(domain, { userName: 'hugo', hosts: true });
      for (const who of [hugo, rita])
        if ((await who.get('/auth/session')).status === 401)
          Object.assign(who, { token: (await signInAs(who.userName)).body.data.token });
      const used = await stranger.post('/auth/password-reset/confirm', { oobCode, newPassword: 'another1!' });
      expect([name, ...statusOf(used)]).toEqual([name, 400, 'expired-reset-link']);
    }
  });
});

describe('the invitations of all', () => {
  it('are listed without their codes, and revoked by a host, which the log says', async () => {
    const times = { createdAt: expect.any(String), expiresAt: expect.any(String) };
    const { body } = await bob.post('/invitations', { uses: 3 });
    await inviteAsOperator(domain, { uses: 2 });
    const ended = (await hugo.post('/invitations', { uses: 1 })).body.data.invitationId;
    await sql(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [ended]);
    const first = (await alice.get('/host/invitations?limit=1')).body;
    const rest = (await alice.get(`/host/invitations?cursor=${encodeURIComponent(first.nextCursor)}`)).body;
    expect([...first.data, ...rest.data]).toEqual([
      { ...times, invitationId: expect.any(Number), uses: 2, usesLeft: 2, inviter: null },
      {
        ...times,
        invitationId: body.data.invitationId,
        uses: 3,
        usesLeft: 3,
        inviter: expect.objectContaining({ userName: 'bob' }),
      },
    ]);
    const path = `/host/invitations/${body.data.invitationId}`;
    expect((await alice.delete(path)).status).toBe(200);
    for (const gone of [path, `/host/invitations/${ended}`])
      expect(statusOf(await alice.delete(gone))).toEqual([404, 'not-found']);
    expect((await bob.get('/invitations')).body.data).toEqual([]);
    expect((await log())[0]).toEqual(['invitation-revoked', 'alice', 'bob', `#${body.data.invitationId}`]);
  });
});

const signInAs = (identifier: string, secret = password) =>
  stranger.post('/auth/login', { identifier, password: secret });

describe('the last host', () => {
  /** Alice and Hugo are the hosts. */
  beforeEach(async () => {
    await sql(
      `update users set host = user_name in ('alice', 'hugo'), moderator = user_name in ('alice', 'hugo', 'mona')`,
    );
  });
  const hosts = async () =>
    (
      await sql('select user_name from users where host and deleted_at is null and disabled_at is null order by id')
    ).map((row) => row.user_name);

  it('is a host who cannot do anything to their own account', async () => {
    for (const [method, what] of [
      ['POST', '/disable'],
      ['POST', '/host'],
      ['DELETE', '/host'],
      ['DELETE', '/moderator'],
      ['POST', '/reset-link'],
    ] as const)
      expect(statusOf(await alice.call(method, about(alice, what), {}))).toEqual([403, 'own-account']);
  });

  it('stays when two hosts take the role from each other at once', async () => {
    const both = await Promise.all([alice.delete(about(hugo, '/host')), hugo.delete(about(alice, '/host'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await hosts()).toHaveLength(1);
  });

  it('stays when two hosts disable each other at once', async () => {
    const [ida, ivo] = [await signUpAndIn(server.app, 'ida'), await signUpAndIn(server.app, 'ivo')];
    await sql(
      `update users set host = user_name in ('ida', 'ivo'), moderator = moderator or user_name in ('ida', 'ivo')`,
    );
    const both = await Promise.all([ida.post(about(ivo, '/disable')), ivo.post(about(ida, '/disable'))]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await hosts()).toEqual([both[0]?.status === 200 ? 'ida' : 'ivo']);
  });

  it('cannot be removed or disabled by an operator, nor delete the account while there are members', async () => {
    await appointHost(domain, { userName: 'hugo', hosts: false });
    await expect(appointHost(domain, { userName: 'alice', hosts: false })).rejects.toThrow('would have no host');
    await expect(disableUser(domain, { userName: 'alice' })).rejects.toThrow('would have no host');
    expect(statusOf(await alice.delete(`/users/${alice.userId}`))).toEqual([409, 'last-host']);
    expect(await hosts()).toEqual(['alice']);
    await appointHost(domain, { userName: 'hugo', hosts: true });
    expect((await log()).slice(0, 2)).toEqual([
      ['host-appointed', null, 'hugo', ''],
      ['host-removed', null, 'hugo', ''],
    ]);
  });

  it('stays when both hosts delete their accounts at once; their entries in the log stay without their names', async () => {
    const both = await Promise.all([alice, hugo].map((who) => who.delete(`/users/${who.userId}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await hosts()).toHaveLength(1);
    const [left, gone] = (await hosts())[0] === 'alice' ? [alice, hugo] : [hugo, alice];
    await eraseUser(domain, { userId: gone.userId });
    const entries = (await left.get('/host/log')).body.data;
    expect(entries.length).toBeGreaterThan(5);
    expect(JSON.stringify(entries)).not.toContain(gone.userName);
    // The last member may go, and leaves the server to the next one.
    await sql('update users set deleted_at = now(), disabled_at = null where id <> $1', [left.userId]);
    expect((await left.delete(`/users/${left.userId}`)).status).toBe(200);
    expect((await signUpAndIn(server.app, 'heir')).userId).toBeGreaterThan(0);
    expect(await hosts()).toEqual(['heir']);
  });
});

it('the log of hosts cannot be changed', async () => {
  for (const change of ['delete from host_log', `update host_log set details = ''`, 'truncate host_log'])
    await expect(sql(change)).rejects.toThrow('append-only');
});
