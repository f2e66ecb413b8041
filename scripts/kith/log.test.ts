import { PassThrough } from 'node:stream';
import { Webhook } from '@kith/db';
import { exportMember, renewPushKeys } from '@kith/domain';
import { type Handlers, inspectQueues, startWorkers } from '@kith/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '../../apps/api/src/testing/mails.ts';
import { type Person, startCast, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { makeInvitation } from './invitations.ts';
import { listJobs, removeJobs, retryJobs } from './jobs.ts';
import { testMail } from './mail.ts';
import { createMemberToken } from './tokens.ts';
import { webhookCommands } from './webhooks.ts';

let server: TestApp;
let alice: Person;

beforeAll(async () => {
  ({ server, alice } = await startCast());
});
afterAll(() => server.close());

/** The newest entries of the log of hosts: what an operator did, to whom, and the details. */
async function log(count: number) {
  const { body } = await alice.get(`/host/log?limit=${count}`);
  return body.data.map(({ action, by, member, details }: Record<string, Person & string>) => [
    by,
    action,
    member?.userName ?? null,
    details,
  ]);
}

it('an invitation and a token by an operator are in the log of hosts', async () => {
  await makeInvitation(server.deps, []);
  await createMemberToken(server.deps, ['bob', '--scopes', 'read', '--for', 'Bridge']);
  expect(await log(2)).toEqual([
    [null, 'token-made', 'bob', 'Bridge'],
    [null, 'invitation-made', null, expect.stringMatching(/^#\d+$/)],
  ]);
});

it('webhooks of the server, an export of a member and new keys for pushes are in the log of hosts, without secrets', async () => {
  const webhook = (command: string, word: string) => webhookCommands[`webhook ${command}`]?.(server.deps, [word]);
  const said = await webhook('add', 'https://hook.kith.test/secret-path');
  const id = /webhook (\d+)/.exec(said ?? '')?.[1] ?? '';
  await webhook('enable', id);
  await server.deps.domain.db.em().nativeUpdate(Webhook, Number(id), { offSince: new Date(), offReason: 'gone' });
  await webhook('enable', id);
  await webhook('remove', id);
  await exportMember(server.deps.domain, alice.userId, new PassThrough().resume());
  await renewPushKeys(server.deps.domain);
  expect(await log(5)).toEqual([
    [null, 'push-keys-renewed', null, ''],
    [null, 'data-exported', 'alice', ''],
    [null, 'webhook-removed', null, 'hook.kith.test'],
    [null, 'webhook-enabled', null, 'hook.kith.test'],
    [null, 'webhook-added', null, 'hook.kith.test'],
  ]);
});

it('webhooks of members are their own and in no log', async () => {
  const before = await log(1);
  const { webhookId } = (await alice.post('/webhooks', { url: 'https://hook.kith.test/alice' })).body.data;
  await alice.post(`/webhooks/${webhookId}/enable`);
  expect((await alice.delete(`/webhooks/${webhookId}`)).status).toBe(204);
  expect(await log(1)).toEqual(before);
});

it('`kith mail test` says where the mail is, or what the mail server said, and the log whether it was sent', async () => {
  const before = (await mails(server)).length;
  const sent = await testMail(server.deps, ['ann@mail.test']);
  expect(sent).toEqual({ text: expect.stringContaining(`is a file in ${server.deps.settings.dataDir}`), ok: true });
  expect(await mails(server)).toHaveLength(before + 1);
  const { domain } = server.deps;
  const { mailer } = domain;
  domain.mailer = { send: () => Promise.reject(new Error('550 no mail from you')) };
  const refused = await testMail(server.deps, ['ann@mail.test']);
  domain.mailer = mailer;
  expect(refused).toEqual({ text: 'The mail server has not taken the mail: 550 no mail from you', ok: false });
  expect(await log(2)).toEqual([
    [null, 'test-mail-sent', null, 'failed'],
    [null, 'test-mail-sent', null, ''],
  ]);
  await expect(testMail(server.deps, ['ann'])).rejects.toThrow('mail test ADDRESS');
  await domain.db.pool.query('update server_state set restored_at = now()');
  await expect(testMail(server.deps, ['ann@mail.test'])).rejects.toThrow('A restored copy');
  await domain.db.pool.query('update server_state set restored_at = null');
});

it('`kith jobs` retries and removes failed jobs, which the log says once for each kind', async () => {
  const { stores, domain } = server.deps;
  const fail = () => Promise.reject(new Error('no answer'));
  const queues = await inspectQueues(stores);
  const failed = async (count: number) => {
    const handlers = new Proxy({}, { get: () => fail }) as Handlers;
    const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log: domain.log });
    await expect.poll(async () => (await queues.failed(10)).length).toBe(count);
    await workers.close();
  };
  const mail = queues.queues.find(({ name }) => name === 'mail');
  for (const who of [alice, alice]) await mail?.add('auth.sendConfirmation', { userId: who.userId }, { attempts: 1 });
  await failed(2);
  const [id = ''] = /mail\/\S+/.exec(await listJobs(server.deps)) ?? [];
  expect(await retryJobs(server.deps, [id])).toBe('1 job queued again.');
  await failed(2);
  expect(await removeJobs(server.deps, ['all'])).toBe('2 jobs removed.');
  await expect(removeJobs(server.deps, [id])).rejects.toThrow('There is no failed job');
  await queues.close();
  const text = 'Mail a link that confirms an address';
  expect(await log(2)).toEqual([
    [null, 'job-dropped', null, text],
    [null, 'job-retried', 'alice', text],
  ]);
});
