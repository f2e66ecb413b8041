import { type Database, Session, User } from '@kith/db';
import { probe } from '@kith/db/testing';
import {
  type Actor,
  answerEvent,
  blockUser,
  changeNotificationSettings,
  createComment,
  createPost,
  declineRequest,
  deleteUser,
  deliverNotifications,
  disableUser,
  follow,
  likePost,
  listChats,
  logOut,
  markConversationRead,
  markNotificationsRead,
  muteUser,
  notifyGuests,
  openChat,
  pushKeys,
  relayPendingJobs,
  removeExpired,
  renewPushKeys,
  revokeSession,
  sendMessage,
  sendPush,
  sendToChat,
  subscribeDevice,
  unsubscribeDevice,
  updateChat,
  updatePost,
  updateUser,
} from '@kith/domain';
import { createPusher, startWorkers } from '@kith/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRegistry } from '../registry.ts';
import { contextForFile } from '../testing/contextForFile.ts';
import { createBrowser, type PushService, readSender, startPushService } from '../testing/pushService.ts';

/** Push jobs do not use these adapters. */
const outbound = { request: () => Promise.reject(new Error('none')), close() {} };

const { ctx, db, platform } = await contextForFile();

describe('the push job', () => {
  const pusher = createPusher({
    log: ctx.log,
    publicUrl: ctx.settings.publicUrl,
    allowPrivate: true,
    timeoutMs: 2_000,
  });
  let service: PushService;
  let browser: Awaited<ReturnType<typeof createBrowser>>;
  let made = 0;

  beforeAll(async () => {
    service = await startPushService();
    browser = await createBrowser();
  });
  afterAll(() => {
    service.close();
    pusher.close();
  });

  beforeEach(async () => {
    service.received.length = 0;
    service.answer = { status: 201 };
    await probe(db, 'delete from pending_jobs');
  });

  /** Creates a member with a session, directly in the database. */
  async function enter(name: string, language: 'en' | 'es' | 'pl' = 'en'): Promise<Actor & { userName: string }> {
    made += 1;
    const userName = `${name}${made}`;
    const em = db.em();
    const about = { identityUid: userName, authProvider: 'google' as const, email: `${userName}@kith.test`, language };
    const user = em.create(User, { userName, ...about });
    await em.persist(user).flush();
    return { userName, userId: user.id, ...(await logIn(user.id)) };
  }

  async function logIn(userId: number) {
    made += 1;
    const sessionId = String(made).padStart(64, '0');
    const em = db.em();
    const reauthenticatedAt = new Date();
    em.create(Session, { id: sessionId, user: userId, expiresAt: new Date(Date.now() + 60_000), reauthenticatedAt });
    await em.flush();
    return { sessionId, reauthenticatedAt: reauthenticatedAt.toISOString() };
  }

  /** Subscribes the browser for a member, with the push service of this test as its endpoint. */
  async function subscribe(actor: Actor, language?: 'en' | 'es' | 'pl'): Promise<void> {
    await subscribeDevice(ctx, actor, {
      endpoint: `https://push.kith.test/${actor.sessionId}`,
      keys: browser.keys,
      language,
    });
    await probe(db, `update push_subscriptions set endpoint = replace(endpoint, 'https://push.kith.test', $1)`, [
      service.origin,
    ]);
  }

  const send = (from: Actor, to: Actor, content = 'the text of it') =>
    sendMessage(ctx, from, { senderId: from.userId, receiverId: to.userId, content });
  const followed = (who: Actor, whom: Actor) => follow(ctx, who, { followerId: who.userId, followedId: whom.userId });

  /** Runs the waiting push jobs as if they were due; returns how many there were. */
  async function run(clock = ctx.clock): Promise<number> {
    const { rows } = await probe(db, `delete from pending_jobs where name = 'push.send' returning payload`);
    for (const { payload } of rows) await sendPush({ ...ctx, clock }, pusher, payload);
    return rows.length;
  }

  const shown = () => Promise.all(service.received.map((each) => browser.read(each)));
  const devices = async () => Number((await probe(db, 'select count(*) from push_subscriptions')).rows[0].count);

  test.each([
    ['voice', 'en', 'sent you a voice message'],
    ['video', 'es', 'te ha enviado un vídeo'],
    ['video', 'pl', 'wysyła ci film'],
  ] as const)('names a %s, and only counts several messages (%s)', async (media, language, words) => {
    const [ann, bob] = [await enter('ann'), await enter('bob', language)];
    await followed(bob, ann);
    await subscribe(bob, language);
    const { messageId } = await send(ann, bob);
    await probe(
      db,
      `with made as (insert into images (owner_id, kind, media, key) values ($1, 'message', $2, $3) returning id)
       update messages set image_id = made.id from made where messages.id = $4`,
      [ann.userId, media, `key${messageId}`, messageId],
    );
    await run();
    expect(await shown()).toMatchObject([{ body: `${ann.userName} ${words}` }]);
    await send(ann, bob);
    await run();
    expect((await shown())[1]).toMatchObject({ body: expect.stringMatching(/2 (messages|mensajes|nowe)/) });
  });

  test('gives the time of an event on the clock of its reader, if that is known', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob', 'pl')];
    await subscribe(bob);
    const startsAt = `${new Date().getFullYear() + 2}-05-02T17:30:00.000Z`;
    const event = { startsAt, timeZone: 'Europe/London' };
    const { postId } = await createPost(ctx, ann, { userId: ann.userId, caption: 'Regatta', event });
    await answerEvent(ctx, bob, { postId, answer: 'yes' });
    const remind = async () => {
      const clock = { now: () => new Date(Date.parse(startsAt) - 24 * 3_600_000) };
      await notifyGuests({ ...ctx, clock }, { postId, kind: 'eventTomorrow', at: startsAt });
      await deliverNotifications(ctx);
      await run(clock);
    };
    await remind();
    await updateUser(ctx, bob, { userId: bob.userId, timeZone: 'Asia/Tokyo' });
    await probe(db, `delete from notification_events where post_id = $1`, [postId]);
    await probe(db, `update event_answers set reminded_for = null where post_id = $1`, [postId]);
    await remind();
    expect((await shown()).map(({ body }) => body)).toEqual([
      `Jutro wydarzenie, które organizuje ${ann.userName}`,
      `Jutro o\u00a02:30 wydarzenie, które organizuje ${ann.userName}`,
    ]);
  });

  test("delivers a message to its recipient's browser, encrypted for it and signed with the server's key", async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await followed(bob, ann);
    await subscribe(bob);
    await probe(db, `update users set picture_key = 'face' where id = $1`, [ann.userId]);
    await send(ann, bob, 'meet me at the lake');
    expect(await run()).toBe(1);
    const [received] = service.received;
    if (!received) throw new Error('nothing came');
    expect(await browser.read(received)).toEqual({
      tag: `chat-${ann.userId}`,
      badge: 1,
      path: `/messages?userId=${ann.userId}`,
      title: ann.userName,
      body: `${ann.userName} sent you a message`,
      icon: '/media/face/256.webp',
      reply: { userId: ann.userId, words: { action: 'Reply', hint: expect.any(String), waits: expect.any(String) } },
    });
    expect(received.body.includes(ann.userName)).toBe(false);
    expect(received.headers).toMatchObject({ topic: `chat-${ann.userId}`, urgency: 'high', ttl: '86400' });
    const sender = await readSender(received);
    expect(sender).toMatchObject({
      key: (await pushKeys(ctx)).publicKey,
      aud: service.origin,
      sub: 'https://kith.test',
    });
    expect(sender.exp - Date.now() / 1_000).toBeLessThan(24 * 3_600);
    expect(sender.exp - Date.now() / 1_000).toBeGreaterThan(3_600);
  });

  test('sends one notification per conversation however many messages it has, and nothing twice', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await followed(bob, ann);
    await subscribe(bob, 'pl');
    for (let i = 0; i < 5; i += 1) await send(ann, bob);
    const { rows } = await probe(db, `select payload from pending_jobs where name = 'push.send'`);
    expect(await run()).toBe(5);
    expect((await shown()).map(({ body }) => body)).toEqual([`${ann.userName}: 5 nowych wiadomości`]);
    await sendPush(ctx, pusher, rows[0].payload);
    expect(service.received).toHaveLength(1);
    await send(ann, bob);
    await run();
    const [first, second] = await shown();
    expect(second).toEqual({ ...first, body: `${ann.userName}: 6 nowych wiadomości` });
  });

  test('groups likes, comments and followers as the list of notifications does, in the language of the device', async () => {
    const [ann, bob, cid] = [await enter('ann'), await enter('bob'), await enter('cid')];
    await subscribe(ann, 'es');
    const { postId } = await createPost(ctx, ann, { userId: ann.userId, caption: 'first ice' });
    for (const who of [bob, cid]) await likePost(ctx, who, { userId: who.userId, postId });
    await createComment(ctx, bob, { userId: bob.userId, postId, content: 'nobody else should read this' });
    await followed(cid, ann);
    await run();
    const said = await shown();
    expect(said.map(({ body }) => body)).toEqual([
      `A ${cid.userName} y a ${bob.userName} les gusta tu publicación`,
      `${bob.userName} ha comentado tu publicación`,
      `${cid.userName} ha empezado a seguirte`,
    ]);
    expect(said.map(({ path }) => path)).toEqual([`/post/${postId}`, `/post/${postId}`, '/notification']);
    expect(new Set(said.map(({ tag }) => tag)).size).toBe(3);
    expect(said.every(({ badge }) => badge === 3)).toBe(true);
  });

  test("notifies silently and once of a stranger's message, and of nothing after it was declined", async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    for (let i = 0; i < 3; i += 1) {
      await send(ann, bob);
      await run();
    }
    const path = `/messages?userId=${ann.userId}`;
    const from = { title: ann.userName, icon: null };
    expect(await shown()).toEqual([
      { tag: `chat-${ann.userId}`, badge: 0, path, ...from, body: `${ann.userName} wants to write to you` },
    ]);
    expect(service.received.map(({ headers }) => headers.urgency)).toEqual(['normal']);
    const [chat] = (await listChats(ctx, bob, { requests: true, limit: 10 })).items;
    await declineRequest(ctx, bob, { chatId: chat?.chatId ?? 0 });
    await send(ann, bob);
    await run();
    expect(service.received).toHaveLength(1);
  });

  test('names the group and the sender of a message; in a muted group it notifies mentioned members only, once', async () => {
    const [ann, bob, cid] = [await enter('ann'), await enter('bob'), await enter('cid')];
    await subscribe(bob);
    const { chatId } = (await openChat(ctx, ann, { userIds: [bob.userId, cid.userId], name: 'Lake' })).item;
    const say = async (content: string) => {
      await sendToChat(ctx, ann, { chatId, content });
      await sendPush(ctx, pusher, { userId: bob.userId, about: 'chat', id: chatId });
    };
    await say('the text of it');
    const about = {
      tag: `group-${chatId}`,
      badge: 1,
      path: `/messages?chatId=${chatId}`,
      title: 'Lake',
      icon: null,
      reply: { chatId, words: expect.anything() },
    };
    expect(await shown()).toEqual([{ ...about, body: `Lake: a message from ${ann.userName}` }]);
    const mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
    await updateChat(ctx, bob, { chatId, mutedUntil });
    await say('and more');
    expect(service.received).toHaveLength(1);
    await say(`do you come, @${bob.userName}?`);
    await say('or not');
    expect((await shown()).slice(1)).toEqual([{ ...about, body: `Lake: ${ann.userName} mentioned you` }]);
    await changeNotificationSettings(ctx, bob, { tags: false });
    await say(`@${bob.userName}!`);
    expect(service.received).toHaveLength(2);
  });

  test('sends nothing about what was read before it ran', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    await send(ann, bob);
    await followed(ann, bob);
    await markConversationRead(ctx, bob, { withUserId: ann.userId });
    await markNotificationsRead(ctx, bob);
    expect(await run()).toBe(2);
    expect(service.received).toEqual([]);
  });

  test('respects every setting at the time of sending', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    const all = async () => {
      await send(ann, bob);
      await followed(ann, bob);
      await createPost(ctx, ann, { userId: ann.userId, caption: `for @${bob.userName}` });
    };
    await all();
    await changeNotificationSettings(ctx, bob, { messages: false, tags: false, followers: false });
    await run();
    expect(service.received).toEqual([]);
    await all();
    await changeNotificationSettings(ctx, bob, { enabled: false, messages: true, tags: true, followers: true });
    await run();
    expect(service.received).toEqual([]);
    await changeNotificationSettings(ctx, bob, { enabled: true });
    await all();
    await run();
    expect((await shown()).map(({ tag }) => tag.split('-')[0])).toEqual(expect.arrayContaining(['chat', 'entry']));
  });

  test('notifies private accounts of follow requests, unless they have switched off notifications about followers', async () => {
    const [ann, bob, cid] = [await enter('ann'), await enter('bob'), await enter('cid')];
    await updateUser(ctx, bob, { userId: bob.userId, visibility: 'private' });
    await subscribe(bob, 'pl');
    await followed(ann, bob);
    await run();
    expect(await shown()).toMatchObject([
      { tag: `request-${ann.userId}`, body: `${ann.userName} chce cię obserwować`, badge: 1 },
    ]);
    await changeNotificationSettings(ctx, bob, { followers: false });
    await followed(cid, bob);
    await run();
    expect(service.received).toHaveLength(1);
  });

  test('sends nothing about blocked or muted members, nor about a post its reader may no longer see', async () => {
    const [ann, bob, cid] = [await enter('ann'), await enter('bob'), await enter('cid')];
    await subscribe(bob);
    const { postId } = await createPost(ctx, cid, { userId: cid.userId, caption: `with @${bob.userName}` });
    await send(ann, bob);
    await send(cid, bob);
    await blockUser(ctx, bob, { userId: ann.userId });
    await muteUser(ctx, bob, { userId: cid.userId });
    await updatePost(ctx, cid, { postId, caption: 'alone', audience: 'private' });
    await run();
    expect(service.received).toEqual([]);
  });

  const ends: [string, (bob: Actor & { userName: string }) => Promise<unknown>][] = [
    ['logged out', (bob) => logOut(ctx, bob)],
    ['ended on another device', (bob) => revokeSession(ctx, bob, { sessionId: bob.sessionId })],
    ['shut out', (bob) => disableUser(ctx, { userName: bob.userName })],
    ['deleted', (bob) => deleteUser(ctx, bob, { userId: bob.userId })],
    ['unsubscribed', (bob) => unsubscribeDevice(ctx, bob)],
    ['run out', (bob) => probe(db, `update sessions set expires_at = now() where id = $1`, [bob.sessionId])],
  ];

  test.each(ends)('sends nothing to a session that is %s while it waits', async (_, end) => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    await send(ann, bob);
    await end(bob);
    expect(await run()).toBe(1);
    expect(service.received).toEqual([]);
    await removeExpired(ctx);
    const { rows } = await probe(db, 'select from push_subscriptions where user_id = $1', [bob.userId]);
    expect(rows).toEqual([]);
  });

  test('sends nothing when the log-out happens while it is being written', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    await send(ann, bob);
    const { rows } = await probe(db, `select payload from pending_jobs where name = 'push.send'`);
    const slow = { ...ctx, db: { ...db, run: db.run.bind(db) } as Database };
    let asked = 0;
    slow.db.run = (async (statement: { name: string }, ...rest: [never]) => {
      if (statement.name === 'push/devices' && ++asked === 2) await logOut(ctx, bob);
      return db.run(statement as never, ...rest);
    }) as never;
    await sendPush(slow, pusher, rows[0].payload);
    expect(asked).toBe(2);
    expect(service.received).toEqual([]);
  });

  test.each([404, 410])('forgets a device whose push service answers %i', async (status) => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    const before = await devices();
    service.answer = { status };
    await send(ann, bob);
    await run();
    expect(await devices()).toBe(before - 1);
    await send(ann, bob);
    expect(await run()).toBe(0);
  });

  test('retries after a failure, at the time that the service names, only for the device that was not reached', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    const other = { ...bob, ...(await logIn(bob.userId)) };
    await subscribe(bob);
    await subscribe(other);
    await probe(
      db,
      `update push_subscriptions set endpoint = 'http://127.0.0.1:9/' || session_id where session_id = $1`,
      [other.sessionId],
    );
    service.answer = { status: 429, headers: { 'retry-after': '900' } };
    await send(ann, bob);
    await run();
    const waiting = `select payload, extract(epoch from due_at - now()) as wait from pending_jobs where name = 'push.send' order by 2`;
    const { rows } = await probe(db, waiting);
    expect(rows.map(({ payload, wait }) => [payload.sessionId, payload.tries, Math.round(wait / 10) * 10])).toEqual([
      [other.sessionId, 1, 10],
      [bob.sessionId, 1, 900],
    ]);
    service.answer = { status: 201 };
    await run();
    expect(service.received.map(({ path }) => path)).toEqual([`/${bob.sessionId}`, `/${bob.sessionId}`]);
    for (let i = 0; i < 4; i += 1) await run();
    expect(await run()).toBe(0);
  });

  test('forgets a device after ten consecutive failures, and not one that succeeds in between', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await followed(bob, ann);
    await subscribe(bob);
    const fail = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        await send(ann, bob);
        await run();
      }
    };
    service.answer = { status: 400 };
    await fail(9);
    service.answer = { status: 201 };
    await fail(1);
    service.answer = { status: 400 };
    const before = await devices();
    await fail(9);
    expect(await devices()).toBe(before);
    await fail(1);
    expect(await devices()).toBe(before - 1);
  });

  test("takes at most two slots of a worker, so that another member's push is sent meanwhile", async () => {
    const [ann, bob, cid] = [await enter('ann'), await enter('bob'), await enter('cid')];
    const writers = [await enter('dan'), await enter('eve'), ann];
    await subscribe(bob);
    await subscribe(cid);
    for (const from of writers) await send(from, bob);
    await send(ann, cid);
    const { rows } = await probe(db, `delete from pending_jobs where name = 'push.send' returning payload`);
    const answers: ((outcome: 'sent') => void)[] = [];
    const silent = { ...pusher, send: () => new Promise<'sent'>((answer) => answers.push(answer)) };
    const adapters = { pusher: silent, outbound, makeBackup: async () => {}, removeOldJobs: async () => {} };
    const imager = {
      make: () => Promise.reject(new Error('none')),
      makeMedia: () => Promise.reject(new Error('none')),
      close() {},
    };
    const handlers = createRegistry(ctx, { ...adapters, imager, ffmpeg: null });
    const done = Promise.all(rows.map(({ payload }) => handlers['push.send'](payload)));
    await expect.poll(() => answers.length).toBe(3);
    const waiting = `select payload, extract(epoch from due_at - now()) as wait from pending_jobs where name = 'push.send'`;
    await expect.poll(async () => (await probe(db, waiting)).rows).toMatchObject([{ payload: { userId: bob.userId } }]);
    for (const answer of answers) answer('sent');
    await done;
    await probe(db, `update pending_jobs set due_at = now() where name = 'push.send'`);
    expect(await run()).toBe(1);
    expect(service.received).toHaveLength(1);
  });

  test('runs in the worker through the queue, once it is due', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await subscribe(bob);
    await send(ann, bob);
    await relayPendingJobs(ctx);
    expect((await probe(db, `select from pending_jobs where name = 'push.send'`)).rows).toHaveLength(1);
    const imager = {
      make: () => Promise.reject(new Error('none')),
      makeMedia: () => Promise.reject(new Error('none')),
      close() {},
    };
    const handlers = createRegistry(ctx, {
      ffmpeg: null,
      imager,
      pusher,
      outbound,
      makeBackup: async () => {},
      removeOldJobs: async () => {},
    });
    const workers = await startWorkers({ stores: platform.stores, log: ctx.log, handlers, imageConcurrency: 1 });
    try {
      // If the push service is slow, another job retries the push.
      const arrived = async () => {
        await probe(db, "update pending_jobs set due_at = now() - interval '1 second'");
        await relayPendingJobs(ctx);
        return service.received.length;
      };
      await expect.poll(arrived, { interval: 500, timeout: 15_000 }).toBe(1);
    } finally {
      await workers.close();
    }
  });

  test('uses the same keys in all processes, until an operator replaces them', async () => {
    await probe(db, `delete from server_secrets where name = 'push'`);
    const asked = await Promise.all(Array.from({ length: 8 }, () => pushKeys(ctx)));
    expect(new Set(asked.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(await pushKeys(ctx)).toEqual(asked[0]);
    const bob = await enter('bob');
    await subscribe(bob);
    await renewPushKeys(ctx);
    expect((await pushKeys(ctx)).publicKey).not.toBe(asked[0]?.publicKey);
    expect(await devices()).toBe(0);
  });
});
