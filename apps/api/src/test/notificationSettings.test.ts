import { createECDH } from 'node:crypto';
import { probe } from '@kith/db/testing';
import { pushKeys } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { comment, follow, like, publish, write } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, password, type Reply, signUpAndIn } from '../testing/testApp.ts';

const { server, alice, bob, stranger } = await castForFile();

const kinds = ['messages', 'tags', 'followers', 'likes', 'comments', 'joins', 'events', 'birthdays'];
const all = Object.fromEntries(['enabled', ...kinds].map((name) => [name, true]));
const data = (reply: Reply) => reply.body.result?.data ?? reply.body.data;
const run = (text: string, values: unknown[] = []) => probe(server.deps.domain.db, text, values);
let made = 0;
const newcomer = () => {
  made += 1;
  return signUpAndIn(server.app, `new.${made}`);
};
/** Logs the member in again, and uses the new session from then on. */
const logIn = async (who: Person) => {
  who.token = (await stranger.post('/auth/login', { identifier: who.userName, password })).body.data.token;
};

const mention = (who: Person, whom: Person) =>
  who.post('/posts', { userId: who.userId, caption: `hello @${whom.userName}` });

/** The unread counts that the member's screens show. */
async function notificationsOf(of: Person) {
  const [entries, requests, messages, list] = await Promise.all([
    of.query('notifications.unreadCount'),
    of.query('follows.requestsCount'),
    of.query('messages.unreadCount'),
    of.query('notifications.list'),
  ]);
  const kinds = data(list).items.map(({ kind }: { kind: string }) => kind);
  return [data(entries).count, data(requests).count, data(messages).count, kinds.sort()];
}

describe('the notification settings', () => {
  it('are all on at first, and the same in tRPC and REST and on every device', async () => {
    const carla = await newcomer();
    expect(data(await carla.query('notifications.settings'))).toEqual(all);
    const changed = await carla.patch('/notifications/settings', { tags: false });
    expect([changed.status, changed.body]).toEqual([
      200,
      { success: true, message: 'OK', data: { ...all, tags: false } },
    ]);
    await logIn(carla);
    await carla.mutate('notifications.changeSettings', { messages: false });
    expect((await carla.get('/notifications/settings')).body.data).toEqual({ ...all, tags: false, messages: false });
    expect((await bob.get('/notifications/settings')).body.data).toEqual(all);
  });

  it('are accessible to their member only, and accept booleans only', async () => {
    for (const reply of [
      await stranger.get('/notifications/settings'),
      await stranger.patch('/notifications/settings', {}),
    ])
      expect(reply.status).toBe(401);
    for (const odd of [null, 'false', 0, [], {}])
      expect((await bob.patch('/notifications/settings', { enabled: odd })).status).toBe(400);
    expect((await bob.patch('/notifications/settings', { userId: alice.userId, enabled: false })).status).toBe(400);
    expect((await bob.patch('/notifications/settings', { enabled: false })).status).toBe(200);
    expect((await alice.get('/notifications/settings')).body.data).toEqual(all);
    await bob.patch('/notifications/settings', { enabled: true });
  });

  it('keep each of several concurrent changes from several devices', async () => {
    const carla = await newcomer();
    await Promise.all(
      ['enabled', 'messages', 'tags', 'followers'].map((name) =>
        carla.patch('/notifications/settings', { [name]: false }),
      ),
    );
    const none = { ...all, enabled: false, messages: false, tags: false, followers: false };
    expect((await carla.get('/notifications/settings')).body.data).toEqual(none);
  });

  it.each([
    ['none', {}, [4, 0, 1, ['comment', 'follow', 'like', 'mention']]],
    ['tags', { tags: false }, [3, 0, 1, ['comment', 'follow', 'like']]],
    ['followers', { followers: false }, [3, 0, 1, ['comment', 'like', 'mention']]],
    ['likes', { likes: false }, [3, 0, 1, ['comment', 'follow', 'mention']]],
    ['comments', { comments: false }, [3, 0, 1, ['follow', 'like', 'mention']]],
    ['messages', { messages: false }, [4, 0, 0, ['comment', 'follow', 'like', 'mention']]],
    ['all at once', { enabled: false }, [0, 0, 0, ['comment', 'follow', 'like', 'mention']]],
  ] as const)('when switched off for %s suppress its notifications', async (_, off, expected) => {
    const carla = await newcomer();
    await carla.patch('/notifications/settings', off);
    await follow(bob, carla);
    await mention(bob, carla);
    const postId = await publish(carla);
    await like(bob, postId);
    await comment(bob, postId, 'well');
    await write(bob, carla);
    expect(await notificationsOf(carla)).toEqual(expected);
    // The chat itself still shows its unread messages.
    expect(data(await carla.query('messages.contacts')).items[0].unreadCount).toBe(1);
  });

  it.each([
    ['followers', { followers: false }],
    ['all', { enabled: false }],
  ])('when switched off for %s show no badge for requests, which can still be answered', async (_, off) => {
    const carla = await newcomer();
    await carla.patch(`/users/${carla.userId}`, { visibility: 'private' });
    await carla.patch('/notifications/settings', off);
    await follow(bob, carla);
    expect((await notificationsOf(carla))[1]).toBe(0);
    const waiting = data(await carla.query('follows.requests')).items;
    expect(waiting.map(({ userId }: { userId: number }) => userId)).toEqual([bob.userId]);
    expect((await carla.mutate('follows.accept', { userId: bob.userId })).status).toBe(200);
  });

  it('when switched on again notify of later events only', async () => {
    const carla = await newcomer();
    await carla.patch('/notifications/settings', { tags: false });
    await mention(bob, carla);
    await carla.patch('/notifications/settings', { tags: true });
    await mention(alice, carla);
    expect(await notificationsOf(carla)).toEqual([1, 0, 0, ['mention']]);
  });
});

describe('a device with push', () => {
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url', 'uncompressed'), auth: 'A'.repeat(22) };
  const endpoint = 'https://push.kith.test/abc';
  const devicesOf = async ({ userId }: Person) =>
    (await run('select endpoint, language from push_subscriptions where user_id = $1 order by endpoint', [userId]))
      .rows;

  it('receives only the public half of the keys', async () => {
    const { publicKey, privateKey } = await pushKeys(server.deps.domain);
    const reply = await alice.query('notifications.pushKey');
    expect(data(reply)).toEqual({ key: publicKey });
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(JSON.stringify(reply.body)).not.toContain(privateKey);
  });

  it('has one subscription per session, can repeat it, and keeps its language', async () => {
    const carla = await newcomer();
    for (const input of [
      { endpoint, keys, language: 'pl' },
      { endpoint, keys },
    ])
      expect((await carla.mutate('notifications.subscribe', input)).status).toBe(200);
    expect(await devicesOf(carla)).toEqual([{ endpoint, language: 'pl' }]);
    await carla.mutate('notifications.subscribe', { endpoint: `${endpoint}2`, keys });
    expect(await devicesOf(carla)).toEqual([{ endpoint: `${endpoint}2`, language: 'pl' }]);
    for (let i = 0; i < 2; i += 1) expect((await carla.mutate('notifications.unsubscribe')).status).toBe(200);
    expect(await devicesOf(carla)).toEqual([]);
  });

  it('belongs to the member who last used the browser, also under concurrency', async () => {
    const [carla, dora] = [await newcomer(), await newcomer()];
    for (let i = 0; i < 5; i += 1) {
      const replies = await Promise.all(
        [carla, dora, carla, dora].map((who) => who.mutate('notifications.subscribe', { endpoint, keys })),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await devicesOf(carla)).length + (await devicesOf(dora)).length).toBe(1);
    }
  });

  it('is removed with its session: at log-out, and on every other device with a new password', async () => {
    const carla = await newcomer();
    const first = carla.token;
    await carla.mutate('notifications.subscribe', { endpoint: `${endpoint}/1`, keys });
    await logIn(carla);
    await carla.mutate('notifications.subscribe', { endpoint: `${endpoint}/2`, keys });
    await carla.post('/auth/password', { currentPassword: password, newPassword: 'friends2!' });
    expect(await devicesOf(carla)).toEqual([{ endpoint: `${endpoint}/2`, language: 'en' }]);
    await carla.post('/auth/logout');
    expect(await devicesOf(carla)).toEqual([]);
    carla.token = first;
    expect((await carla.mutate('notifications.subscribe', { endpoint, keys })).status).toBe(401);
  });

  it('is not kept for a session that ends at the same moment', async () => {
    const carla = await newcomer();
    for (let i = 0; i < 10; i += 1) {
      await Promise.all([
        carla.mutate('notifications.subscribe', { endpoint: `${endpoint}/race`, keys }),
        carla.post('/auth/logout'),
      ]);
      expect(await devicesOf(carla)).toEqual([]);
      await logIn(carla);
    }
  });

  it('is one of at most ten: the eleventh replaces the oldest', async () => {
    const carla = await newcomer();
    for (let i = 0; i < 12; i += 1) {
      await logIn(carla);
      await carla.mutate('notifications.subscribe', {
        endpoint: `${endpoint}/many/${String(i).padStart(2, '0')}`,
        keys,
      });
    }
    const kept = (await devicesOf(carla)).map(({ endpoint: each }) => each.slice(-2));
    expect(kept).toEqual(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11']);
  });

  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');

  it.each([
    ['no https', { endpoint: 'http://push.kith.test/abc' }],
    ['this machine', { endpoint: 'https://localhost/abc' }],
    ['an address of the network', { endpoint: 'https://192.168.0.1/abc' }],
    ['a cloud’s own service', { endpoint: 'http://169.254.169.254/latest/meta-data' }],
    ['a number', { endpoint: 'https://2130706433/' }],
    ['an address of IPv6', { endpoint: 'https://[::1]/' }],
    ['another port', { endpoint: 'https://push.kith.test:8443/abc' }],
    ['a name and password', { endpoint: 'https://a:b@push.kith.test/abc' }],
    ['a name of one word', { endpoint: 'https://intranet/abc' }],
    ['a script', { endpoint: 'javascript:alert(1)' }],
    ['no address', { endpoint: 'push.kith.test' }],
    ['nothing', { endpoint: '' }],
    ['a list', { endpoint: [endpoint] }],
    ['too long an address', { endpoint: `https://push.kith.test/${'x'.repeat(1_000)}` }],
    ['too short a key', { keys: { ...keys, p256dh: keys.p256dh.slice(1) } }],
    ['too long a key', { keys: { ...keys, p256dh: `${keys.p256dh}A` } }],
    ['a key that is compressed', { keys: { ...keys, p256dh: `A${keys.p256dh.slice(1)}` } }],
    ['a key off the curve', { keys: { ...keys, p256dh: offCurve } }],
    ['a huge key', { keys: { ...keys, p256dh: 'B'.repeat(100_000) } }],
    ['too short a secret', { keys: { ...keys, auth: 'A'.repeat(21) } }],
    ['too long a secret', { keys: { ...keys, auth: 'A'.repeat(23) } }],
    ['no keys', { keys: undefined }],
    ['an unknown language', { language: 'xx' }],
  ])('is refused with %s', async (_, odd) => {
    const { status, body } = await alice.mutate('notifications.subscribe', { endpoint, keys, ...odd });
    expect([status, body.error.data.kith.code]).toEqual([400, expect.stringMatching(/^invalid-/)]);
    expect(await devicesOf(alice)).toEqual([]);
  });

  it('cannot be registered by an anonymous caller', async () => {
    for (const path of ['subscribe', 'unsubscribe'])
      expect((await stranger.mutate(`notifications.${path}`, { endpoint, keys })).status).toBe(401);
    expect((await stranger.query('notifications.pushKey')).status).toBe(401);
  });

  it('does not appear in any response, export or list of sessions', async () => {
    const carla = await newcomer();
    await carla.mutate('notifications.subscribe', { endpoint: `${endpoint}/private-place`, keys });
    for (const path of ['auth.sessions', 'auth.session', 'notifications.settings', 'notifications.list'])
      expect(JSON.stringify((await carla.query(path)).body)).not.toContain('private-place');
  });
});

describe('an accepted follow request', () => {
  it('notifies its sender once, unless they have switched off notifications about followers', async () => {
    const [closed, asking, silent] = [await newcomer(), await newcomer(), await newcomer()];
    await closed.mutate('users.update', { userId: closed.userId, visibility: 'private' });
    await silent.patch('/notifications/settings', { followers: false });
    for (const who of [asking, silent]) {
      await follow(who, closed);
      for (let each = 0; each < 2; each += 1) await closed.mutate('follows.accept', { userId: who.userId });
    }
    const [entry, ...others] = data(await asking.query('notifications.list')).items;
    expect([entry, others]).toMatchObject([{ kind: 'accepted', actors: [{ userId: closed.userId }], post: null }, []]);
    const actors = data(await asking.query('notifications.actors', { notificationId: entry.notificationId })).items;
    expect(actors).toMatchObject([{ userId: closed.userId, followState: 'following' }]);
    // Another member does not see the actors of this notification, and the silent member was not notified at all.
    expect(data(await bob.query('notifications.actors', { notificationId: entry.notificationId })).items).toEqual([]);
    expect(data(await silent.query('notifications.list')).items).toEqual([]);
  });
});
