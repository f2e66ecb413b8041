import { buffer } from 'node:stream/consumers';
import { createExport, downloadExport, eraseUser, removeExpired } from '@kith/domain';
import { describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { comment, follow, like, openChat, publish, say as sayIn, write } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn, startTestApp } from '../testing/testApp.ts';

const { server, sql, alice, bob, stranger } = await castForFile();

const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)> & \u202Eevil`;

/** Requests an export, runs the worker's job, and returns the URL of the download. */
async function exportOf(person: Person): Promise<string> {
  await sql('delete from exports where user_id = $1', [person.userId]);
  expect((await person.post('/exports')).body.data.status).toBe('waiting');
  const [{ key }] = await sql('select key from exports where user_id = $1', [person.userId]);
  await createExport(server.deps.domain, { userId: person.userId, key });
  const { status, url, bytes } = (await person.get('/exports')).body.data;
  expect([status, bytes > 100]).toEqual(['ready', true]);
  return url;
}

const fetchAs = (person: Person, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${person.token}`, ...headers } });

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    files[entry.fileName] = String(content);
  }
  return files;
}

const filesLeft = async () => Array.fromAsync(server.deps.domain.storage.list('exports/'));

describe('an export', () => {
  it('contains everything of its member and nothing of others, with hostile texts escaped', async () => {
    const { domain } = server.deps;
    const { postId } = (await alice.post('/posts', { userId: alice.userId, caption: hostile })).body.data;
    const other = await publish(bob, 'only of bob');
    await alice.patch(`/users/${alice.userId}`, { bio: hostile });
    const first = (await comment(alice, other, `comment ${hostile}`)).body.data.commentId;
    await comment(alice, other, 'a reply', { parentId: first });
    await like(alice, other);
    await comment(bob, postId, 'from bob');
    await follow(alice, bob);
    await follow(bob, alice);
    const say = (from: Person, to: Person, content: string) =>
      from.post('/messages', { senderId: from.userId, receiverId: to.userId, content });
    const [dan, eve, quiet] = [
      await signUpAndIn(server.app, 'dan'),
      await signUpAndIn(server.app, 'eve'),
      await signUpAndIn(server.app, 'quiet'),
    ];
    await dan.mutate('users.update', { userId: dan.userId, visibility: 'private' });
    await follow(alice, dan);
    await alice.mutate('users.block', { userId: eve.userId });
    await alice.mutate('users.mute', { userId: quiet.userId });
    await alice.mutate('posts.update', {
      postId,
      caption: hostile,
      audience: 'friends',
      comments: 'nobody',
      audienceFrozen: true,
    });
    await say(alice, bob, 'hello bob');
    await say(bob, alice, hostile);
    const carol = await signUpAndIn(server.app, 'carla');
    await say(bob, carol, 'a secret between bob and carla');
    await sql(
      `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths)
         values ($1, 'post', $2, 'ExportedPicture000000000', 'ready', 9, 9, '{320,640}') returning id)
       update posts set image_id = made.id from made where posts.id = $2`,
      [alice.userId, postId],
    );
    for (const width of [320, 640])
      await domain.storage.put(
        `media/ExportedPicture000000000/${width}.webp`,
        Buffer.from(`at ${width}`),
        'image/webp',
      );

    await alice.patch('/host/server', { name: 'Lake & house' });
    const url = await exportOf(alice);
    const { rawPayload, headers, statusCode } = await fetchAs(alice, url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="kith.zip"',
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-length': String(rawPayload.length),
    });
    const files = await unzip(rawPayload);
    const list = (name: string) => JSON.parse(files[`${name}.json`] as string);
    expect(list('posts')).toMatchObject([
      {
        postId,
        caption: hostile,
        audience: 'friends',
        audienceFrozenAt: expect.any(String),
        comments: 'nobody',
        picture: `pictures/${postId}.webp`,
      },
    ]);
    expect(list('asked')).toMatchObject([{ userName: 'dan' }]);
    expect(list('blocked')).toMatchObject([{ userName: 'eve' }]);
    expect(list('muted')).toMatchObject([{ userName: 'quiet', until: null }]);
    expect(files[`pictures/${postId}.webp`]).toBe('at 640');
    expect(list('comments')).toMatchObject([
      { postId: other, content: `comment ${hostile}`, userName: 'bob' },
      { postId: other, content: 'a reply', userName: 'bob' },
    ]);
    expect(list('likes')).toMatchObject([{ postId: other, userName: 'bob' }]);
    expect(list('following')).toMatchObject([{ userName: 'bob' }]);
    expect(list('followers')).toMatchObject([{ userName: 'bob' }]);
    expect(list('messages')).toMatchObject([
      { sent: true, userName: 'bob', content: 'hello bob' },
      { sent: false, userName: 'bob', content: hostile },
    ]);
    expect(list('notifications')).toMatchObject([
      { kind: 'comment', userName: 'bob', content: 'from bob' },
      { kind: 'follow', userName: 'bob' },
    ]);
    expect(list('sessions')).toHaveLength(1);
    expect(JSON.parse(files['kith.json'] as string)).toMatchObject({
      profile: { userName: 'alice', email: 'alice@kith.test', bio: hostile },
    });
    const all = Object.values(files).join('\n');
    for (const secret of [
      'a secret between',
      'carla',
      'only of bob',
      'bob@kith.test',
      '$argon2',
      alice.token as string,
    ])
      expect(all).not.toContain(secret);
    const [{ id }] = await sql('select id from sessions where user_id = $1', [alice.userId]);
    expect(all).not.toContain(id);
    const page = files['index.html'] as string;
    expect(page).toContain('<h1>Your data from Lake &amp; house</h1>');
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
    expect(page.match(/<script|<[^>]*(src=x|onerror)/g)).toBeNull();
    expect(page).toContain(`<img src="pictures/${postId}.webp"`);
  });

  it('contains nothing that the lists would hide from its member', async () => {
    const names = ['writer', 'liker', 'author', 'friend', 'replier'];
    const made = names.map((name) => signUpAndIn(server.app, `a.${name}`));
    const [writer, liker, author, friend, replier] = (await Promise.all(made)) as [
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const mine = await publish(bob, 'mine');
    const postId = await publish(author, 'theirs');
    const say = (who: Person, at: number, content: string) =>
      who.post('/comments', { userId: who.userId, postId: at, content });
    await say(writer, mine, 'A HIDDEN COMMENT');
    await say(liker, mine, 'WORDS OF A BLOCKER');
    await say(bob, postId, 'my own words');
    await like(bob, postId);
    const elsewhere = await publish(friend, 'elsewhere');
    const { body } = await say(bob, elsewhere, 'who swims?');
    await comment(replier, elsewhere, 'WORDS OF A BLOCKED REPLIER', { parentId: body.data.commentId });
    await friend.post('/blocks', { userId: replier.userId });
    const chatId = await openChat(friend, [bob, liker]);
    await sayIn(bob, chatId, 'in the group');
    await friend.delete(`/chats/${chatId}/members/${bob.userId}`);
    await friend.patch(`/chats/${chatId}`, { name: 'A LATER NAME' });
    expect(JSON.stringify((await bob.get('/notifications')).body)).not.toContain('WORDS OF A BLOCKED REPLIER');
    for (const who of [liker, author]) {
      await write(bob, who, 'hello');
      await who.mutate('messages.markConversationRead', { withUserId: bob.userId });
    }
    await sql(`update comments set hidden_at = now() where content = 'A HIDDEN COMMENT'`);
    await sql('update users set moderator = false, host = false');
    await bob.post('/blocks', { userId: liker.userId });
    await sql('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [liker.userId, bob.userId]);
    for (const who of [liker, author]) {
      if (who === author) await who.post('/blocks', { userId: bob.userId });
      await who.patch(`/users/${who.userId}`, { userName: `new.${who.userName}` });
    }
    const files = await unzip((await fetchAs(bob, await exportOf(bob))).rawPayload);
    const all = Object.values(files).join('\n');
    const words = ['A HIDDEN COMMENT', 'WORDS OF A BLOCKER', 'WORDS OF A BLOCKED REPLIER', 'A LATER NAME'];
    for (const unseen of [...words, 'a.author', 'a.liker', 'a.writer']) expect(all).not.toContain(unseen);
    const list = (name: string) => JSON.parse(files[`${name}.json`] as string);
    expect(list('comments')).toContainEqual(expect.objectContaining({ content: 'my own words', userName: null }));
    expect(list('likes')).toContainEqual(expect.objectContaining({ postId, userName: null }));
    const sent = { content: 'hello', userName: null, readAt: null };
    expect(list('messages').slice(-2)).toMatchObject([sent, sent]);
  });

  it('can be downloaded once, by its owner only, and is then deleted', async () => {
    const url = await exportOf(alice);
    expect((await fetchAs(bob, url)).statusCode).toBe(404);
    expect((await stranger.get(url)).status).toBe(401);
    expect((await fetchAs(alice, url, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(404);
    expect((await alice.call('HEAD', url)).status).toBe(405);
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetchAs(alice, url)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await fetchAs(alice, url)).statusCode).toBe(404);
    await expect.poll(filesLeft).toEqual([]);
    expect((await alice.get('/exports')).body.data).toMatchObject({ status: 'none', url: null });
  });

  it('can be downloaded again after an incomplete download', async () => {
    const url = await exportOf(bob);
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const [{ key }] = await sql('select key from exports where user_id = $1', [bob.userId]);
    await server.deps.domain.storage.put(`exports/${key}/kith.zip`, Buffer.alloc(30_000_000), 'application/zip');
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${bob.token}` };
    const { body } = await fetch(origin + url, { headers, signal: gone.signal });
    await body?.getReader().read();
    gone.abort();
    await expect.poll(async () => (await bob.get('/exports')).body.data.status).toBe('ready');
    await expect.poll(() => sql(`select 1 from exports where key = $1 and status = 'ready'`, [key])).toHaveLength(1);
    expect((await (await fetch(origin + url, { headers })).arrayBuffer()).byteLength).toBe(30_000_000);
  });

  it('whose download was cut off by a dead process can be downloaded again after 15 minutes, by one of many requests', async () => {
    const url = await exportOf(bob);
    const { domain } = server.deps;
    const [{ key }] = await sql('select key from exports where user_id = $1', [bob.userId]);
    const actor = { userId: bob.userId, sessionId: '', reauthenticatedAt: null };
    // This simulates a process that is killed during the download: the end of the download is never recorded.
    const dead = await downloadExport(domain, actor, key);
    dead.body.destroy();
    expect((await fetchAs(bob, url)).statusCode).toBe(404);
    const [{ minutes }] = await sql(
      `select round(extract(epoch from fetching_until - now()) / 60)::int as minutes from exports where key = $1`,
      [key],
    );
    expect(minutes).toBe(15);
    await sql(`update exports set fetching_until = fetching_until - interval '15 minutes' where key = $1`, [key]);
    const both = await Promise.allSettled([downloadExport(domain, actor, key), downloadExport(domain, actor, key)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // The first download was slow but alive: its end does not affect the second, which holds the lease now.
    await dead.done(false);
    expect((await fetchAs(bob, url)).statusCode).toBe(404);
    for (const each of both) {
      if (each.status === 'rejected') continue;
      each.value.body.destroy();
      await each.value.done(false);
    }
    expect((await fetchAs(bob, url)).statusCode).toBe(200);
  });

  it('is locked while it is being downloaded', async () => {
    await exportOf(bob);
    const [{ key }] = await sql('select key from exports where user_id = $1', [bob.userId]);
    const until = async () =>
      (await sql('select fetching_until::text as until from exports where key = $1', [key]))[0].until;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const actor = { userId: bob.userId, sessionId: '', reauthenticatedAt: null };
    const { body, done } = await downloadExport(server.deps.domain, actor, key);
    body.destroy();
    const first = await until();
    vi.advanceTimersByTime(5 * 60_000);
    vi.useRealTimers();
    await expect.poll(until).not.toBe(first);
    await done(false);
    expect(await sql('select status, fetching_until from exports where key = $1', [key])).toEqual([
      { status: 'ready', fetching_until: null },
    ]);
  });

  it('is created once under concurrent requests, and can be requested anew when its job was lost', async () => {
    const dora = await signUpAndIn(server.app, 'dora');
    await Promise.all(Array.from({ length: 5 }, () => dora.mutate('exports.request')));
    expect(await sql(`select 1 from pending_jobs where name = 'exports.make'`)).toHaveLength(0);
    const key = async () => (await sql('select key from exports where user_id = $1', [dora.userId]))[0].key;
    const first = await key();
    await dora.post('/exports');
    expect(await key()).toBe(first);
    await sql(`update exports set created_at = now() - interval '2 hours' where user_id = $1`, [dora.userId]);
    expect((await dora.get('/exports')).body.data.status).toBe('none');
    expect((await dora.post('/exports')).body.data.status).toBe('waiting');
    await createExport(server.deps.domain, { userId: dora.userId, key: first });
    expect((await dora.get('/exports')).body.data.status).toBe('waiting');
    await createExport(server.deps.domain, { userId: dora.userId, key: await key() });
    expect((await dora.get('/exports')).body.data.status).toBe('ready');
  });

  it('is deleted after three days, and with its member', async () => {
    const { domain } = server.deps;
    const [erik, fay] = [await signUpAndIn(server.app, 'erik'), await signUpAndIn(server.app, 'fay')];
    const [old, left] = [await exportOf(erik), await exportOf(fay)];
    await sql(`update exports set expires_at = now() - interval '1 second' where user_id = $1`, [erik.userId]);
    expect((await fetchAs(erik, old)).statusCode).toBe(404);
    expect((await fay.delete(`/users/${fay.userId}`)).status).toBe(200);
    await eraseUser(domain, { userId: fay.userId });
    expect((await fetchAs(fay, left)).statusCode).toBe(401);
    const later = { now: () => new Date(Date.now() + 2 * 3_600_000) };
    await removeExpired({ ...domain, clock: later });
    const files = (await filesLeft()).join();
    for (const url of [old, left]) expect(files).not.toContain(url.split('/').at(-1));
  });

  it('can be requested twice a day', async () => {
    const limited = await startTestApp({ RATE_LIMIT: 'on' });
    const gus = await signUpAndIn(limited.app, 'gus');
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await gus.post('/exports')).status);
    expect(statuses).toEqual([200, 200, 429]);
    await limited.close();
  });
});
