import type { ServerResponse } from 'node:http';
import { probe } from '@kith/db/testing';
import {
  createWebhook,
  deliverWebhook,
  disableUser,
  enableUser,
  type OutboundClient,
  pushToChat,
  resumeWebhooks,
  signOutEverywhere,
} from '@kith/domain';
import { createOutboundClient } from '@kith/platform';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { comment, follow, like, write } from '../testing/actions.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';
import { isSigned } from '../testing/webhookReceiver.ts';
import { address, startHooks } from '../testing/webhooks.ts';

const hooks = await startHooks();
const { server, alice, bob, carol, receiver, outbound, hook } = hooks;

afterAll(() => hooks.close());
beforeEach(async () => {
  await sql('delete from webhooks');
  await sql('delete from pending_jobs');
  receiver.take();
  receiver.answer = (response) => response.writeHead(204).end();
});

const sql = async (text: string, values: unknown[] = []) => (await probe(server.deps.domain.db, text, values)).rows;
const ctx = () => server.deps.domain;

/** Runs the pending deliveries, due or not, as a worker would; returns their number. */
async function run(by: OutboundClient = outbound): Promise<number> {
  for (const { payload } of await sql(`delete from pending_jobs where name = 'chats.push' returning payload`))
    await pushToChat(ctx(), payload);
  const jobs = await sql(`delete from pending_jobs where name = 'webhooks.deliver' returning payload`);
  jobs.sort((a, b) => a.payload.deliveryId - b.payload.deliveryId);
  for (const { payload } of jobs) await deliverWebhook(ctx(), by, payload);
  return jobs.length;
}

const listOf = async (who: Person) => (await who.get('/webhooks')).body.data;
const post = async (who: Person, fields: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'the words of a post', ...fields })).body.data.postId;

describe('webhooks of a member', () => {
  it('need a session with a recent re-authentication to be created, and show the secret once', async () => {
    await sql(`update sessions set reauthenticated_at = now() - interval '6 minutes' where user_id = $1`, [
      alice.userId,
    ]);
    const stale = await alice.post('/webhooks', { url: address });
    expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication-required']);
    await sql('update sessions set reauthenticated_at = now() where user_id = $1', [alice.userId]);
    const { body } = await alice.post('/webhooks', { url: address });
    expect(body.data).toMatchObject({ url: address, offSince: null, secret: expect.stringMatching(/^whsec_/) });
    const listed = await alice.get('/webhooks');
    expect(listed.body.data).toMatchObject([{ webhookId: body.data.webhookId, url: address, deliveries: [] }]);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    const [stored] = await sql('select secret from webhooks');
    expect(stored.secret).not.toContain(body.data.secret.slice(6));
  });

  it.each([
    // Which addresses are outside, notificationSettings.test.ts asks about.
    'https://localhost/',
    'https://hook.kith.test/\n',
    `https://hook.kith.test/${'x'.repeat(1_000)}`,
  ])('cannot be created for %j', async (url) => {
    const { status, body } = await alice.post('/webhooks', { url: `${url}${url.endsWith('\n') ? 'x' : ''}` });
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'url']);
  });

  it('need a confirmed e-mail address', async () => {
    ctx().settings.confirmEmail = true;
    try {
      const una = await signUpAndIn(server.app, 'una');
      const { status, body } = await una.post('/webhooks', { url: address });
      expect([status, body.code]).toEqual([403, 'email-unconfirmed']);
    } finally {
      ctx().settings.confirmEmail = false;
    }
  });

  it('are five at most, also under concurrency, and belong to their member', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => alice.post('/webhooks', { url: address })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    const [{ webhookId }] = await listOf(alice);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/enable'],
      ['POST', '/test'],
    ] as const)
      expect((await bob.call(method, `/webhooks/${webhookId}${path}`)).status).toBe(404);
    expect(await listOf(bob)).toEqual([]);
    expect((await alice.delete(`/webhooks/${webhookId}`)).status).toBe(204);
    expect((await alice.delete(`/webhooks/${webhookId}`)).status).toBe(404);
    expect(await listOf(alice)).toHaveLength(4);
  });

  it("receive what happened and who did it, signed, without anybody's text", async () => {
    const { secret } = await hook(alice);
    const postId = await post(alice);
    await like(bob, postId);
    await comment(bob, postId, 'the words of a comment');
    await follow(carol, alice);
    const mentioning = await post(carol, { caption: 'the words for @alice' });
    await write(bob, alice);
    const { body } = await carol.post('/chats', { userIds: [alice.userId, bob.userId], name: 'Lake' });
    await carol.post(`/chats/${body.data.chatId}/messages`, { content: 'the words of a group' });
    expect(await run()).toBe(6);
    const got = receiver.take();
    for (const each of got) {
      expect(await isSigned(each, secret)).toBe(true);
      expect(await isSigned({ ...each, body: `${each.body} ` }, secret)).toBe(false);
      expect(each.body).not.toContain('the words');
    }
    const by = (person: Person) => ({
      userId: person.userId,
      userName: person.userName,
      displayName: null,
      profilePicture: null,
    });
    const entry = (kind: string, who: Person, about: number | null) => [
      'notification.created',
      expect.objectContaining({ kind, actors: [by(who)], actorsCount: 1, postId: about }),
    ];
    expect(got.map(({ json }) => [json.type, json.data])).toEqual([
      entry('like', bob, postId),
      entry('comment', bob, postId),
      entry('follow', carol, null),
      entry('mention', carol, mentioning),
      ['message.sent', expect.objectContaining({ sender: by(bob), request: true })],
      ['message.sent', expect.objectContaining({ sender: by(carol), chatId: body.data.chatId, request: false })],
    ]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
    const [{ deliveries }] = await listOf(alice);
    expect(deliveries.map((each: { deliveryId: string }) => each.deliveryId).sort()).toEqual(
      got.map(({ headers }) => headers['webhook-id']).sort(),
    );
    expect(deliveries[0]).toMatchObject({ status: 204, tries: 1, nextAt: null });
  });

  it('count only members whom their member may see', async () => {
    const [owner, hidden] = [await signUpAndIn(server.app, 'owner'), await signUpAndIn(server.app, 'hidden')];
    await hook(owner);
    const postId = await post(owner);
    for (const each of [hidden, bob]) await like(each, postId);
    await hidden.post('/blocks', { userId: owner.userId });
    await run();
    const liked = { kind: 'like', actors: [{ userName: 'bob' }], actorsCount: 1 };
    expect(receiver.take().map(({ json }) => json.data)).toMatchObject([liked, liked]);
  });

  it('receive follow requests, and nothing their member has switched off', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    await dora.patch(`/users/${dora.userId}`, { visibility: 'private' });
    await hook(dora);
    await follow(bob, dora);
    await run();
    expect(receiver.take().map(({ json }) => [json.type, json.data.user.userName])).toEqual([['follow.asked', 'bob']]);
    await dora.patch('/notifications/settings', { messages: false });
    await dora.post('/mutes', { userId: carol.userId });
    const postId = await post(dora, { audience: 'public' });
    await dora.patch(`/users/${dora.userId}`, { visibility: 'public' });
    await like(carol, postId);
    await write(bob, dora);
    await run();
    expect(receiver.take()).toEqual([]);
  });

  it('receive nothing that their member may not see at the time of delivery', async () => {
    await hook(carol);
    const friends = await post(bob, { caption: 'for @carol' });
    await write(bob, carol);
    await follow(bob, carol);
    await bob.patch(`/posts/${friends}`, { caption: 'for @carol', audience: 'private' });
    await carol.post('/blocks', { userId: bob.userId });
    await run();
    expect(receiver.take()).toEqual([]);
    expect((await listOf(carol))[0].deliveries).toEqual([]);
    await carol.delete('/blocks', { userId: bob.userId });
    const { messageId } = (await write(bob, carol)).body.data;
    await bob.delete(`/messages/${messageId}`);
    const { chatId } = (await bob.post('/chats', { userIds: [alice.userId, carol.userId], name: 'Hut' })).body.data;
    await bob.post(`/chats/${chatId}/messages`, { content: 'the words' });
    await carol.delete(`/chats/${chatId}/members/${carol.userId}`);
    await run();
    expect(receiver.take()).toEqual([]);
  });
});

describe('a webhook delivery', () => {
  const retry = async () => {
    await run();
    return receiver.take();
  };
  const waits = async () =>
    (
      await sql(
        `select extract(epoch from due_at - now())::float as wait from pending_jobs where name = 'webhooks.deliver'`,
      )
    ).map(({ wait }) => Math.round(wait));

  it('is retried with growing delays under the same id, and listed with the last answer and the next attempt', async () => {
    await hook(alice);
    receiver.answer = (response) => response.writeHead(503).end();
    await alice.post(`/webhooks/${(await listOf(alice))[0].webhookId}/test`);
    const [first] = await retry();
    const pauses = [];
    for (let i = 0; i < 3; i += 1) {
      pauses.push(...(await waits()));
      const [again] = await retry();
      expect([again?.headers['webhook-id'], again?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
    }
    expect(pauses).toEqual([10, 60, 300]);
    const [{ deliveries, offSince }] = await listOf(alice);
    expect(deliveries).toMatchObject([{ event: 'webhook.test', status: 503, tries: 4, nextAt: expect.any(String) }]);
    expect(offSince).toBe(null);
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '9000' }).end();
    await retry();
    expect(await waits()).toEqual([7_200]);
    receiver.answer = (response) => response.writeHead(200).end();
    await retry();
    expect(await waits()).toEqual([]);
    expect((await listOf(alice))[0].deliveries).toMatchObject([{ status: 200, tries: 6, nextAt: null }]);
  });

  it('keeps its id after the worker was killed, and is recorded once when its job runs twice', async () => {
    await hook(alice);
    await write(bob, alice);
    const dying: OutboundClient = {
      ...outbound,
      request: (asked) => outbound.request(asked).then(() => Promise.reject(new Error('killed'))),
    };
    const [{ payload }] = await sql(`select payload from pending_jobs where name = 'webhooks.deliver'`);
    await expect(run(dying)).rejects.toThrow('killed');
    // The receiver responds only after both workers have sent the request. Otherwise the second one would find the delivery
    // done.
    const sent: ServerResponse[] = [];
    receiver.answer = (response) => {
      if (sent.push(response) === 2) for (const each of sent) each.writeHead(204).end();
    };
    await Promise.all([1, 2].map(() => deliverWebhook(ctx(), outbound, payload)));
    await deliverWebhook(ctx(), outbound, payload);
    const ids = receiver.take().map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect((await listOf(alice))[0].deliveries).toMatchObject([{ tries: 1, status: 204, nextAt: null }]);
  });

  it('whose job was lost is resumed', async () => {
    await hook(alice);
    await write(bob, alice);
    await write(carol, alice);
    await sql('delete from pending_jobs');
    const statements = vi.spyOn(ctx().db, 'run');
    await resumeWebhooks(ctx());
    expect(statements).not.toHaveBeenCalled();
    expect(await run()).toBe(0);
    await sql(`update webhook_deliveries set next_at = now() - interval '6 minutes'`);
    await resumeWebhooks(ctx());
    const recording = statements.mock.calls.filter(([{ name }]) => name === 'pendingJobs/record');
    statements.mockRestore();
    expect(recording).toHaveLength(1);
    expect(await run()).toBe(2);
    expect(receiver.take()).toHaveLength(2);
  });

  it('answered with 410 switches its webhook off; once on again, it receives new events', async () => {
    const { webhookId } = await hook(alice);
    await write(bob, alice);
    await write(carol, alice);
    receiver.answer = (response) => response.writeHead(410).end();
    await run();
    expect(receiver.take()).toHaveLength(1);
    const [{ offReason, deliveries }] = await listOf(alice);
    expect([offReason, deliveries.map((each: { nextAt: string }) => each.nextAt)]).toEqual(['gone', [null, null]]);
    const refused = await alice.post(`/webhooks/${webhookId}/test`);
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook-off']);
    await write(bob, alice);
    expect((await alice.post(`/webhooks/${webhookId}/enable`)).body.data.offSince).toBe(null);
    receiver.answer = (response) => response.writeHead(204).end();
    await write(carol, alice);
    expect(await run()).toBe(1);
    expect(receiver.take().map(({ json }) => json.data.sender.userName)).toEqual(['carol']);
  });

  it.each([
    ['off after a day in which nothing was delivered', null, 'failing'],
    ['on if something else was delivered meanwhile', 'now()', null],
  ])('leaves its webhook %s', async (_, succeeded, reason) => {
    await hook(alice);
    await write(bob, alice);
    receiver.answer = (response) => response.writeHead(500).end();
    const total = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(await run()).toBe(1);
      total.push(...(await waits()));
      if (attempt === 8 && succeeded) await sql(`update webhooks set succeeded_at = ${succeeded}`);
    }
    expect(await run()).toBe(0);
    expect(total.reduce((sum, each) => sum + each)).toBeGreaterThan(24 * 3_600);
    expect((await listOf(alice))[0]).toMatchObject({ offReason: reason, deliveries: [{ tries: 9, nextAt: null }] });
  });

  it('follows no redirect, and times out for a receiver that stays silent or never ends', async () => {
    await hook(alice);
    await write(bob, alice);
    receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end();
    expect(await retry()).toHaveLength(1);
    expect((await listOf(alice))[0].deliveries[0].status).toBe(302);
    receiver.answer = () => {};
    const silent = createOutboundClient({ allowPrivate: true, timeoutMs: 300 });
    await run(silent);
    expect((await listOf(alice))[0].deliveries[0]).toMatchObject({ status: null, tries: 2 });
    let closed = false;
    let sent = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const more = () => {
        sent += chunk.length;
        if (!closed) response.write(chunk, () => setImmediate(more));
      };
      response.on('close', () => (closed = true));
      more();
    };
    await run();
    expect((await listOf(alice))[0].deliveries[0]).toMatchObject({ status: 200, tries: 3, nextAt: null });
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeLessThan(16e6);
    silent.close();
  });

  it('to a private address is refused, and switches the webhook off', async () => {
    const guarded = createOutboundClient({ timeoutMs: 2_000 });
    receiver.take();
    for (const url of [
      receiver.url,
      receiver.url.replace('http:', 'https:'),
      'https://localhost/',
      'https://169.254.169.254/',
    ]) {
      await sql('delete from webhooks');
      const { webhookId } = await hook(alice);
      await sql('update webhooks set url = $1 where id = $2', [url, webhookId]);
      await write(bob, alice);
      await run(guarded);
      expect([url, (await listOf(alice))[0].offReason]).toEqual([url, 'inside']);
    }
    expect(receiver.take()).toEqual([]);
    guarded.close();
  });

  it('is not recorded for a webhook that is a thousand deliveries behind', async () => {
    const { webhookId } = await hook(alice);
    await sql(
      `insert into webhook_deliveries (webhook_id, event, subject_id) select $1, 'webhook.test', 0 from generate_series(1, 1000)`,
      [webhookId],
    );
    await write(bob, alice);
    expect(await sql(`select from pending_jobs where name = 'webhooks.deliver'`)).toEqual([]);
  });

  it('is dropped without an error when its webhook is deleted concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { webhookId } = await hook(alice);
      const [written, removed] = await Promise.all([
        Promise.all([bob, carol, bob, carol].map((who) => write(who, alice))),
        alice.delete(`/webhooks/${webhookId}`),
        run(),
      ]);
      expect(written.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(removed.status).toBe(204);
      receiver.take();
      await run();
      expect(receiver.take()).toEqual([]);
    }
    expect(await sql('select from webhook_deliveries')).toEqual([]);
  });

  it.each([
    ['disabled', (who: Person) => disableUser(ctx(), { userName: who.userName })],
    ['deleted', (who: Person) => who.delete(`/users/${who.userId}`)],
    [
      'logged out everywhere',
      (who: Person) => signOutEverywhere(ctx(), { userId: who.userId, sessionId: '', reauthenticatedAt: null }),
    ],
  ])('is not sent once its member is %s', async (state, end) => {
    const eve = await signUpAndIn(server.app, `eve.${state.slice(0, 3)}`);
    await hook(eve);
    await write(bob, eve);
    await end(eve);
    await run();
    if (state === 'disabled') await enableUser(ctx(), { userName: eve.userName });
    expect(receiver.take()).toEqual([]);
    expect(await sql('select from webhooks')).toEqual([]);
  });
});

describe('webhooks of the server', () => {
  it('receive new members, reports and public posts, and nothing else', async () => {
    const { webhookId, secret } = await createWebhook(ctx(), null, { url: address });
    await sql('update webhooks set url = $1 where id = $2', [receiver.url, webhookId]);
    const frank = await signUpAndIn(server.app, 'frank');
    const postId = await post(frank);
    for (const audience of ['friends', 'private']) await post(frank, { audience });
    await like(bob, postId);
    await bob.post('/reports', { kind: 'post', id: postId, reason: 'spam', note: 'the words of a report' });
    await bob.post('/reports', { kind: 'post', id: postId, reason: 'spam' });
    const narrowed = await post(frank);
    await frank.patch(`/posts/${narrowed}`, { caption: 'less', audience: 'private' });
    await frank.patch(`/users/${frank.userId}`, { visibility: 'private' });
    await post(frank);
    await frank.patch(`/users/${frank.userId}`, { visibility: 'public' });
    await run();
    const got = receiver.take();
    expect(await Promise.all(got.map((each) => isSigned(each, secret)))).toEqual(got.map(() => true));
    expect(got.map(({ json }) => [json.type, json.data.user?.userName ?? json.data.reason])).toEqual([
      ['user.created', 'frank'],
      ['post.created', 'frank'],
      ['report.created', 'spam'],
      ['post.created', 'frank'],
    ]);
    expect(JSON.stringify(got.map(({ body }) => body))).not.toContain('the words');
    await frank.patch(`/users/${frank.userId}`, { visibility: 'private' });
    await post(frank);
    await run();
    expect(receiver.take()).toEqual([]);
    expect(await listOf(alice)).toEqual([]);
  });
});
