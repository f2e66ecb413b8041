import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probe } from '@kith/db/testing';
import { createWebhook, deliverWebhook, resumeWebhooks, sendWebhookOffNotice } from '@kith/domain';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '../testing/mails.ts';
import { type Person, startCast } from '../testing/testApp.ts';
import { startHooks } from '../testing/webhooks.ts';

const hooks = await startHooks();
const { server, alice, bob, receiver, outbound, hook } = hooks;

receiver.answer = (response) => response.writeHead(410).end();
afterAll(() => hooks.close());
beforeEach(async () => {
  await sql('delete from webhooks');
  await sql('delete from notifications');
  await sql('delete from pending_jobs');
});

const sql = async (text: string, values: unknown[] = []) => (await probe(ctx().db, text, values)).rows;
const ctx = () => server.deps.domain;

const payloads = async (name: string) =>
  (await sql('delete from pending_jobs where name = $1 returning payload', [name])).map(({ payload }) => payload);

/** Runs each pending delivery in two workers concurrently. */
async function deliver(): Promise<void> {
  for (const payload of await payloads('webhooks.deliver'))
    await Promise.all([1, 2].map(() => deliverWebhook(ctx(), outbound, payload)));
}

const notices = async (who: Person) =>
  (await who.get('/notifications')).body.data.filter(({ kind }: { kind: string }) => kind === 'webhookOff');

async function newMails(before: string[]): Promise<string[]> {
  const names = (await mails(server)).filter((name) => !before.includes(name));
  const read = (name: string) => readFile(join(server.deps.settings.dataDir, 'outbox', name), 'utf8');
  return (await Promise.all(names.map(read))).map((raw) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

describe('the owner of a webhook that was switched off', () => {
  it('is notified in the app and by one mail, also when deliveries and mails run twice', async () => {
    const { webhookId } = await hook(alice);
    for (let event = 0; event < 3; event += 1) await alice.post(`/webhooks/${webhookId}/test`);
    await deliver();
    expect(await notices(alice)).toMatchObject([{ actors: [], actorsCount: 0, post: null, read: false }]);
    expect((await alice.get('/notifications/unread')).body.data.count).toBe(1);
    await resumeWebhooks(ctx());
    const jobs = await payloads('webhooks.sendOffNotice');
    expect(jobs).toEqual([{ webhookId }]);
    const before = await mails(server);
    await Promise.all([1, 2, 3].map(() => sendWebhookOffNotice(ctx(), { webhookId })));
    await sendWebhookOffNotice(ctx(), { webhookId });
    const [mail = '', ...more] = await newMails(before);
    expect(more).toEqual([]);
    expect(mail).toContain('A webhook of yours was switched off');
    expect(mail).toContain(`${server.deps.settings.publicUrl}/account?popup=webhooks`);
    expect(mail).toContain('127.0.0.1');
    expect(mail).not.toContain('/hook');
    await alice.post(`/webhooks/${webhookId}/enable`);
    await alice.post(`/webhooks/${webhookId}/test`);
    await deliver();
    expect(await payloads('webhooks.sendOffNotice')).toEqual([{ webhookId }]);
    expect(await notices(alice)).toHaveLength(1);
  });

  it('receives the mail by a retry when the mail server was unavailable, in their language', async () => {
    const { webhookId } = await hook(bob);
    await sql(`update users set language = 'pl' where id = $1`, [bob.userId]);
    await bob.post(`/webhooks/${webhookId}/test`);
    await deliver();
    const before = await mails(server);
    const { mailer } = ctx();
    const away = { ...ctx(), mailer: { ...mailer, send: () => Promise.reject(new Error('away')) } };
    await expect(sendWebhookOffNotice(away, { webhookId })).rejects.toThrow('away');
    await sendWebhookOffNotice(ctx(), { webhookId });
    expect(await newMails(before)).toEqual([expect.stringContaining('Twoje webhooki')]);
  });

  it('gets no mail at an unconfirmed address, nor about a webhook that is on again or deleted', async () => {
    const made = [await hook(alice), await hook(bob), await hook(bob)];
    const [unconfirmed, enabled, deleted] = made.map(({ webhookId }) => webhookId) as [number, number, number];
    await sql(`update webhooks set off_since = now(), off_reason = 'failing'`);
    await sql('update users set email_confirmed = false where id = $1', [alice.userId]);
    await bob.post(`/webhooks/${enabled}/enable`);
    await bob.delete(`/webhooks/${deleted}`);
    const before = await mails(server);
    for (const webhookId of [unconfirmed, enabled, deleted]) await sendWebhookOffNotice(ctx(), { webhookId });
    expect(await newMails(before)).toEqual([]);
  });
});

it('the owner of many webhooks gets about three such mails a day', async () => {
  const { server: limited, alice: ada } = await startCast({ RATE_LIMIT: 'on' });
  const { domain } = limited.deps;
  const made: number[] = [];
  for (let n = 0; n < 4; n += 1)
    made.push((await ada.post('/webhooks', { url: `https://hook.kith.test/${n}` })).body.data.webhookId);
  await probe(domain.db, `update webhooks set off_since = now(), off_reason = 'failing'`);
  for (const webhookId of made) await sendWebhookOffNotice(domain, { webhookId });
  expect(await mails(limited)).toHaveLength(3);
  await limited.close();
});

it('a webhook of the server that is switched off is logged, and no member is notified', async () => {
  const { webhookId } = await createWebhook(ctx(), null, { url: 'https://hook.kith.test/' });
  await sql('update webhooks set url = $1', [receiver.url]);
  await sql(`insert into webhook_deliveries (webhook_id, event, subject_id) values ($1, 'webhook.test', 0)`, [
    webhookId,
  ]);
  const [{ id }] = await sql('select id from webhook_deliveries');
  const lines: unknown[][] = [];
  const log = Object.assign(Object.create(ctx().log), { warn: (...line: unknown[]) => lines.push(line) });
  const payload = { ownerId: 0, deliveryId: Number(id), attempt: 0 };
  await Promise.all([1, 2].map(() => deliverWebhook({ ...ctx(), log }, outbound, payload)));
  expect(lines).toEqual([[{ webhookId, reason: 'gone' }, expect.stringContaining('switched off')]]);
  expect(await sql('select from notifications')).toEqual([]);
  expect(await payloads('webhooks.sendOffNotice')).toEqual([]);
});
