import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  appointHost,
  confirmRestore,
  finishImage,
  type Job,
  pictureHandlers,
  readServerSettings,
  removeImages,
  sweepImages,
} from '@kith/domain';
import { type Handlers, inspectQueues, startWorkers } from '@kith/platform';
import { makeBackupInFolder } from '@kith/platform/backup';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { openDeps } from '../deps.ts';
import { statusOf } from '../testing/actions.ts';
import { mails } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { Person, signUpAndIn, startTestApp } from '../testing/testApp.ts';
import { made, processUploads, upload } from '../testing/uploads.ts';
import { serveManifest } from '../web/manifest.ts';

const backups = mkdtempSync(join(tmpdir(), 'kith-host-'));
afterAll(() => rmSync(backups, { recursive: true, force: true }));

/** Alice is the host. */
const { server, sql, alice, bob, stranger } = await castForFile({ BACKUP_DIR: backups, MEMBER_INVITATIONS: '3' });
const { domain, settings, stores } = server.deps;
const seen = async (who: Person = stranger) => (await who.get('/server')).body.data;
const newestEntry = async () => (await alice.get('/host/log')).body.data[0];

describe('the server', () => {
  it('is seen by everybody, its hosts by members, and its version by hosts', async () => {
    const byEverybody = {
      ...{ name: 'Kith', description: '', rules: '', pictureUrl: null, signUp: 'open', members: 3 },
      ...{ maxVideoSeconds: 180, maxVideoBytes: 200_000_000 },
    };
    expect(await seen()).toEqual(byEverybody);
    const hosts = [{ userId: alice.userId, userName: 'alice', displayName: null, profilePicture: null }];
    expect(await seen(bob)).toEqual({ ...byEverybody, hosts });
    expect(await seen(alice)).toEqual({ ...byEverybody, hosts, version: expect.stringMatching(/^1\./) });
    const { token } = (await alice.post('/tokens', { name: 'bot', scopes: ['read'] })).body.data;
    expect(await seen(Object.assign(new Person(server.app, 'bot'), { token }))).toEqual({ ...byEverybody, hosts });
    await alice.post('/blocks', { userId: bob.userId });
    expect((await seen(bob)).hosts).toEqual([]);
    await alice.delete('/blocks', { userId: bob.userId });
    await sql(`insert into users (user_name, email, identity_uid, auth_provider, password_hash)
      select 'many' || n, 'many' || n || '@kith.test', 'many-' || n, 'email', '-' from generate_series(1, 26) n`);
    expect((await seen()).members).toBe(20);
    await alice.patch('/host/server', { showMembers: false });
    expect((await seen()).members).toBeNull();
  });

  it('changes as its hosts say, at once in every process', async () => {
    const other = await openDeps({ ...settings, databaseUrl: settings.databaseUrl as string });
    try {
      expect((await readServerSettings(other.domain)).signUp).toBe('open');
      const chosen = {
        name: ' The house ',
        rules: 'Be kind.',
        signUp: 'closed',
        publicPages: true,
        announceJoins: false,
      };
      const { body } = await alice.patch('/host/server', { ...chosen, setUp: true });
      expect(body.data).toMatchObject({ ...chosen, name: 'The house', setUp: true });
      expect(await seen()).toMatchObject({ name: 'The house', rules: 'Be kind.', signUp: 'closed' });
      expect((await stranger.get('/auth/options')).body.data.signUp).toBe('closed');
      const profile = { userName: 'late', email: 'late@kith.test', password: 'friends1!' };
      expect(statusOf(await stranger.post('/users', profile))).toEqual([403, 'sign-up-closed']);
      expect((await stranger.get('/sitemap.xml')).status).toBe(200);
      expect((await bob.get('/users/newest')).body.data).toEqual([]);
      await expect.poll(async () => (await readServerSettings(other.domain)).signUp).toBe('closed');
      expect(await newestEntry()).toMatchObject({
        ...{ action: 'server-changed', by: { userName: 'alice' } },
        details: 'name, rules, signUp, publicPages, announceJoins, setUp',
      });
      await alice.patch('/host/server', { signUp: 'open', publicPages: false });
      expect((await stranger.get('/sitemap.xml')).status).toBe(404);
      expect((await stranger.post('/users', profile)).status).toBe(201);
      expect((await alice.patch('/host/server', {})).body.data.description).toBe('');
      for (const wrong of [
        { name: ' ' },
        { name: 'x'.repeat(61) },
        { name: 'two\r\nlines' },
        { name: 'turned \u202e round' },
        { signUp: 'invited' },
        { setUp: false },
        { other: 1 },
      ])
        expect((await alice.patch('/host/server', wrong)).status).toBe(400);
    } finally {
      await other.close();
    }
  });

  it('takes no member once it is closed, even in a process that has not heard of it yet', async () => {
    expect((await seen()).signUp).toBe('open');
    await sql(`update server_settings set sign_up = 'closed'`);
    const profile = { userName: 'later', email: 'later@kith.test', password: 'friends1!' };
    expect(statusOf(await stranger.post('/users', profile))).toEqual([403, 'sign-up-closed']);
    await sql(`update server_settings set sign_up = 'invitation'`);
    expect(statusOf(await stranger.post('/users', profile))).toEqual([403, 'invitation-required']);
    expect((await alice.patch('/host/server', { signUp: 'open' })).status).toBe(200);
  });

  it('says what its environment decides, which no host can change', async () => {
    const { body } = await alice.get('/host/server');
    expect(body.data).toMatchObject({
      memberInvitations: 3,
      setByEnvironment: [{ setting: 'memberInvitations', variable: 'MEMBER_INVITATIONS' }],
    });
    const refused = await alice.patch('/host/server', { name: 'Other', memberInvitations: 5 });
    expect([...statusOf(refused), refused.body.details]).toEqual([409, 'set-by-environment', 'MEMBER_INVITATIONS']);
    expect((await seen()).name).toBe('The house');
  });

  it('has its name in the manifest of the web app', async () => {
    const app = fastify();
    serveManifest(app, server.deps, join(import.meta.dirname, '../../../web/public/manifest.webmanifest'));
    const { headers, json } = await app.inject('/manifest.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    expect(json()).toMatchObject({ name: 'The house', short_name: 'The house', id: '/', start_url: '/home' });
    await app.close();
  });

  it('has a picture that belongs to no member', async () => {
    processUploads(server);
    const { status, body } = await upload(alice, '/host/server/picture');
    expect([status, body.data.imageStatus]).toEqual([200, 'ready']);
    const { pictureUrl } = await seen();
    expect(pictureUrl).toMatch(/^\/media\/[A-Za-z0-9]{24}\/256\.webp$/);
    await upload(alice, '/host/server/picture');
    expect((await seen()).pictureUrl).not.toBe(pictureUrl);
    const rows = await sql(`select owner_id::int from images where kind = 'server'`);
    expect(rows).toEqual([{ owner_id: 0 }]);
    expect(await newestEntry()).toMatchObject({ action: 'picture-changed', details: '' });
    expect((await alice.delete('/host/server/picture')).status).toBe(200);
    expect((await seen()).pictureUrl).toBeNull();
    expect(await sql(`select from images where kind = 'server'`)).toEqual([]);
  });

  it('is not shown if whoever sent it is no host any more when it is processed', async () => {
    const hugo = await signUpAndIn(server.app, 'hugo');
    await appointHost(domain, { userName: 'hugo', hosts: true });
    const key = 'of-a-removed-host';
    const [image] = await sql(
      `insert into images (owner_id, kind, key, status) values ($1, 'server', $2, 'processing') returning id`,
      [hugo.userId, key],
    );
    await appointHost(domain, { userName: 'hugo', hosts: false });
    const entry = await newestEntry();
    await finishImage(domain, pictureHandlers, Number(image.id), made);
    expect((await seen()).pictureUrl).toBeNull();
    expect(await sql(`select from images where kind = 'server'`)).toEqual([]);
    expect(await newestEntry()).toEqual(entry);
  });
});

describe('a host', () => {
  it('sees the server in numbers, and its problems in their language', async () => {
    await sql(`update users set language = 'pl' where id = $1`, [alice.userId]);
    const { data } = (await alice.get('/host/overview')).body;
    expect(data).toMatchObject({ queue: { failed: 0 }, activeIn7Days: 2, activeIn30Days: 2, posts: 0 });
    expect(data.members).toBe(Number((await sql('select count(*) from users where deleted_at is null'))[0].count));
    expect(data.databaseBytes).toBeGreaterThan(1e6);
    await sql(
      `insert into images (owner_id, kind, media, key, bytes) values
      ($1, 'post', 'picture', 'a', 1), ($1, 'post', 'video', 'b', 20), ($1, 'message', 'voice', 'c', 300), ($1, 'link', 'picture', 'd', 4000)`,
      [alice.userId],
    );
    await sql(`insert into uploads (user_id, key, size, received) values ($1, 'e', 90000, 50000)`, [alice.userId]);
    const after = (await alice.get('/host/overview')).body.data;
    expect(after.pictures).toBe(data.pictures + 1);
    const grown = after.storage.map(({ kind, bytes }: { kind: string; bytes: number }, at: number) => [
      kind,
      bytes - data.storage[at].bytes,
    ]);
    expect(Object.fromEntries(grown)).toEqual({
      ...{ pictures: 1, videos: 20, voices: 300, exports: 0, imports: 0, backups: 0, other: 54_000 },
    });
    await sql(`delete from images where key in ('a', 'b', 'c', 'd')`);
    await sql('delete from uploads');
    expect(data.problems.map(({ code }: { code: string }) => code)).toContain('no-backups');
    expect(JSON.stringify(data.problems)).toMatch(/kopi/);
    expect(data.checklist.map(({ step }: { step: string }) => step)).toEqual([
      'mail',
      'backups',
      'address',
      'invitations',
    ]);
    await sql(`update users set language = 'en' where id = $1`, [alice.userId]);
  });

  it('sends a test mail to themselves, and reads what the mail server says', async () => {
    const before = (await mails(server)).length;
    const sent = await alice.post('/host/test-mail');
    expect([sent.status, sent.body.data]).toEqual([200, { toFile: true }]);
    const after = await mails(server);
    expect(after).toHaveLength(before + 1);
    const mail = await readFile(join(settings.dataDir, 'outbox', after.at(-1) as string), 'utf8');
    expect(mail).toContain('Subject: The house can send mails');
    expect(mail).toMatch(/reach you\.\r?\n\r?\nThe house\r?\n/);
    const { mailer } = domain;
    const response = '550 5.7.1 no mail from you';
    domain.mailer = { send: () => Promise.reject(Object.assign(new Error('failed'), { response })) };
    const refused = await alice.post('/host/test-mail');
    domain.mailer = mailer;
    expect([...statusOf(refused), refused.body.details]).toEqual([502, 'mail-failed', response]);
    expect(await newestEntry()).toMatchObject({ action: 'test-mail-sent', details: 'failed' });
  });

  it('has the worker make a backup, and sees it come', async () => {
    const list = async () => (await alice.get('/host/backups')).body.data;
    expect(await list()).toEqual({ items: [], running: null, lastError: null });
    for (const _ of [1, 2]) expect((await alice.post('/host/backups')).status).toBe(202);
    expect(await list()).toMatchObject({ items: [], running: { bytes: 0 } });
    const queued = await sql(`select from bullmq.job where name = 'backups.make'`);
    expect(queued).toHaveLength(1);
    await makeBackupInFolder(settings, { db: domain.db, storage: domain.storage, log: domain.log });
    const [made] = (await list()).items;
    expect(made).toMatchObject({ verified: true, file: expect.stringMatching(/^kith-.*\.tar\.zst$/) });
    expect((await alice.get('/host/overview')).body.data.lastBackup).toMatchObject({
      bytes: made.bytes,
      verified: true,
    });
    await sql(`update server_state set backup_failed_at = now() + interval '1 minute', backup_error = 'no room'`);
    expect((await list()).lastError).toMatchObject({ message: 'no room' });
  });

  it('makes no backup of a restored copy and sends no test mail from it until it is confirmed, which the log says', async () => {
    await sql('update server_state set restored_at = now()');
    for (const path of ['/host/backups', '/host/test-mail'])
      expect(statusOf(await alice.post(path))).toEqual([409, 'restored-copy']);
    for (const _ of [1, 2]) expect((await alice.post('/host/confirm-restore')).status).toBe(200);
    const [first, second] = (await alice.get('/host/log')).body.data;
    expect(first).toMatchObject({ action: 'server-changed', details: 'restored copy' });
    expect(second).not.toMatchObject({ details: 'restored copy' });
    expect((await alice.post('/host/backups')).status).toBe(202);
    expect((await alice.post('/host/test-mail')).status).toBe(200);
  });

  it('has a restored copy keep all files, which the real server may need, until it is confirmed', async () => {
    const [key, nextDay] = ['R'.repeat(24), new Date(Date.now() + 86_400_000)];
    const file = `media/${key}/320.webp`;
    await domain.storage.put(file, Buffer.from('of the real server'), 'image/webp');
    await sql('update server_state set restored_at = now()');
    const sweep = () => sweepImages({ ...domain, clock: { now: () => nextDay } }, 'R');
    await sweep();
    await removeImages(domain, [key]);
    expect(await domain.storage.size(file)).not.toBeNull();
    await confirmRestore(domain, null);
    await sweep();
    expect(await domain.storage.size(file)).toBeNull();
  });

  it('makes no backup where the operator has not asked for backups', async () => {
    const without = await startTestApp();
    try {
      const host = await signUpAndIn(without.app, 'host');
      for (const method of ['GET', 'POST'])
        expect(statusOf(await host.call(method, '/host/backups'))).toEqual([409, 'no-backup-folder']);
    } finally {
      await without.close();
    }
  });

  it('sees which jobs failed and for whom, without secrets, retries one and drops one', async () => {
    const reasons = [
      'no answer from https://hook.test/secret?token=1 to bob@kith.test\nstack',
      `Unexpected token 'S', "SECRET words" is not valid JSON`,
      'invalid input syntax for type bigint: "SECRET words"',
      `ENOENT: no such file, open '/srv/kith/data/SECRET.webp'`,
    ];
    const fail = async ({ reason = 0 }) => {
      throw new Error(reasons[reason]);
    };
    const handlers = new Proxy({}, { get: () => fail }) as Handlers;
    const inspector = await inspectQueues(stores);
    const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log: domain.log });
    const queue = inspector.queues.find(({ name }) => name === 'mail');
    const job: Job = { name: 'auth.sendConfirmation', payload: { userId: bob.userId } };
    for (const reason of reasons.keys()) await queue?.add(job.name, { ...job.payload, reason }, { attempts: 1 });
    const list = async (query = '') => (await alice.get(`/host/jobs${query}`)).body;
    await expect.poll(async () => (await list()).data.length).toBe(4);
    await workers.close();
    const all = (await list()).data;
    expect(all.map(({ cause }: { cause: string }) => cause).sort()).toEqual([
      'ENOENT: no such file, open (path)',
      `Unexpected token 'S' in JSON`,
      'invalid input syntax for type bigint: (value)',
      'no answer from https://hook.test to (address)',
    ]);
    for (const { jobId } of all.slice(2)) expect((await alice.delete(`/host/jobs/${jobId}`)).status).toBe(200);
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([1, 1, undefined]);
    const [a, b] = [first.data[0], second.data[0]];
    expect(a).toMatchObject({
      ...{ name: 'auth.sendConfirmation', text: 'Mail a link that confirms an address', member: { userName: 'bob' } },
    });
    expect(a.jobId).not.toBe(b.jobId);
    expect((await alice.post(`/host/jobs/${a.jobId}/retry`)).status).toBe(200);
    expect((await alice.delete(`/host/jobs/${b.jobId}`)).status).toBe(200);
    for (const jobId of ['all', 'mail', b.jobId])
      expect(statusOf(await alice.delete(`/host/jobs/${jobId}`))).toEqual([404, 'not-found']);
    expect((await list()).data).toEqual([]);
    expect(await newestEntry()).toMatchObject({
      ...{ action: 'job-dropped', details: 'Mail a link that confirms an address', member: { userName: 'bob' } },
    });
    await inspector.close();
  });
});
