import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, ServerState, serverQueries, User } from '@kith/db';
import { createTestDatabase, insertMember, probe } from '@kith/db/testing';
import { confirmRestore, problemCodes, problemText, recordMails } from '@kith/domain';
import { afterAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { createLog, errorLine } from './log.ts';
import { problemFinder } from './problems.ts';
import { inspectQueues } from './queue/inspect.ts';
import { loadSettings } from './settings.ts';
import { createStorage } from './storage/index.ts';
import { openStores } from './stores.ts';
import { startMailCatcher } from './testing/mailCatcher.ts';
import { startSilentServer } from './testing/silentServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'kith-problems-'));
const database = await createTestDatabase(inject('databaseUrl'));
const db = await openDatabase({ url: database.url });
const log = createLog({ logLevel: 'silent' });
const base = { DATABASE_URL: database.url, DATA_DIR: folder };
const stores = await openStores(loadSettings(base), { log });
const storage = await createStorage(loadSettings(base), log);
const queues = await inspectQueues(stores);

const codes = async (env: Record<string, string> = {}) =>
  (await problemFinder({ settings: loadSettings({ ...base, ...env }), stores, storage, db }, async () => queues)()).map(
    ({ code }) => code,
  );

beforeEach(() => probe(db, 'delete from server_state'));
afterAll(async () => {
  await queues.close();
  await stores.close();
  await db.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const backedUp = (hoursAgo: number) =>
  db.em().upsert(ServerState, { one: true, backedUpAt: new Date(Date.now() - hoursAgo * 3_600_000) });

it('a server that makes no backups is warned, one that should have made one has a problem, and a new one clears both', async () => {
  expect([await codes(), await codes({ BACKUP_EVERY: '1d' })]).toEqual([['no-backups'], ['no-backup-yet']]);
  await backedUp(50);
  expect([await codes(), await codes({ BACKUP_EVERY: '1d' })]).toEqual([[], ['backup-old']]);
  await db.em().upsert(ServerState, { one: true, backupFailedAt: new Date(), backupError: 'the disk is gone' });
  expect(await codes()).toEqual(['backup-failed']);
  await backedUp(-1 / 3_600);
  expect(await codes({ BACKUP_EVERY: '1d' })).toEqual([]);
});

it('a server whose last host has lost the role has a problem until somebody is a host', async () => {
  await backedUp(0);
  const { userId } = await insertMember(db, 'hanna');
  expect(await codes()).toEqual([]);
  await probe(db, 'update users set host = false');
  expect(await codes()).toEqual(['no-host']);
  await db.em().nativeUpdate(User, userId, { host: true });
  expect(await codes()).toEqual([]);
});

it('a restored copy is a problem until it is confirmed', async () => {
  await backedUp(0);
  await db.run(serverQueries.restored, []);
  expect(await codes()).toEqual(['restored-copy']);
  expect(await confirmRestore({ db }, null)).toBe(true);
  expect(await codes()).toEqual([]);
});

it('a mail that failed is a problem until one is sent, and the words of the mail server are kept without addresses', async () => {
  await backedUp(0);
  const catcher = await startMailCatcher();
  const env = { SMTP_URL: catcher.url };
  let refused = true;
  const send = async () => {
    if (refused) throw Object.assign(new Error('Message failed'), { response: '554 5.7.1 <ann@kith.test>: no' });
  };
  const mailer = recordMails({ send }, { db }, errorLine);
  const mail = { to: 'ann@kith.test', subject: '', text: '', html: '' };
  await expect(mailer.send(mail)).rejects.toThrow('Message failed');
  const settings = loadSettings({ ...base, ...env });
  const [found] = await problemFinder({ settings, stores, storage, db }, async () => queues)();
  expect(found).toMatchObject({ code: 'mail-failed', values: { error: '554 5.7.1 <(address)>: no' } });
  refused = false;
  await mailer.send(mail);
  expect(await codes(env)).toEqual([]);
  await catcher.stop();
  expect(await codes(env)).toEqual(['mail-refused']);
});

it('a process whose clock is wrong does not hide what became of later mails of others', async () => {
  await backedUp(0);
  const catcher = await startMailCatcher();
  const found = () => codes({ SMTP_URL: catcher.url });
  const mail = { to: 'ann@kith.test', subject: '', text: '', html: '' };
  const failing = recordMails({ send: () => Promise.reject(new Error('Message failed')) }, { db }, errorLine);
  const sending = recordMails({ send: async () => {} }, { db }, errorLine);
  const anHourAhead = async (work: () => Promise<void>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await work().finally(() => vi.useRealTimers());
  };
  await anHourAhead(() => sending.send(mail));
  await expect(failing.send(mail)).rejects.toThrow('Message failed');
  expect(await found()).toEqual(['mail-failed']);
  await expect(anHourAhead(() => failing.send(mail))).rejects.toThrow('Message failed');
  await sending.send(mail);
  expect(await found()).toEqual([]);
  await catcher.stop();
});

it('a service that does not answer holds nothing up, and is a problem once that is known', async () => {
  await backedUp(0);
  const silent = await startSilentServer();
  const settings = loadSettings({ ...base, SMTP_URL: `smtp://127.0.0.1:${silent.port}` });
  const find = problemFinder({ settings, stores, storage, db }, async () => queues);
  const found = async () => (await find({ waitMs: 1 })).map(({ code }) => code);
  expect(await found()).toEqual([]);
  await silent.stop();
  await expect.poll(found).toEqual(['mail-refused']);
});

it('an insecure address is a warning in production alone', async () => {
  await backedUp(0);
  const production = { NODE_ENV: 'production', ALLOW_DEV_MAIL: 'on', GOOGLE_SIGN_IN: 'off' };
  expect(await codes(production)).toEqual(['mail-to-files', 'address-insecure']);
  expect(await codes({ ...production, PUBLIC_URL: 'https://kith.test' })).toEqual(['mail-to-files']);
});

it.each(problemCodes)('%s has a text in every language', (code) => {
  const values = { free: { bytes: 4_800_000_000 }, at: new Date(0), since: new Date(0), count: 3 };
  for (const language of ['en', 'es', 'pl'] as const)
    expect(problemText(language, { code, since: null, values })).not.toMatch(/^problems\.|\[object/);
});

it.each(['restored-copy', 'mail-refused', 'mail-failed', 'failed-jobs'] as const)(
  '%s names the page for hosts before the command',
  (code) => {
    for (const language of ['en', 'es', 'pl'] as const)
      expect(problemText(language, { code, since: null, values: { count: 3 } })).toMatch(
        / \/server.* npm run kith -- /,
      );
  },
);

it('sizes and times are written as in the language', () => {
  const low = { code: 'disk-low', since: null, values: { free: { bytes: 4_800_000_000 }, folder: '/data' } } as const;
  expect(problemText('en', low)).toContain('Only 4.8 GB are free on the disk of /data.');
  expect(problemText('pl', low)).toContain('4,8 GB');
});
