import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PostView } from '@kith/contracts';
import { Image } from '@kith/db';
import {
  deliverNotifications,
  type LiveEvent,
  type MakePicture,
  postPicture,
  recountCounters,
  writeExport,
} from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { type CraftedFile, craftZip } from '@kith/domain/testing/zip';
import { beforeEach, describe, expect, it } from 'vitest';
import { follow, publish } from '../testing/actions.ts';
import { film, importArchive, pretendProcessed, runImportJobs, uploadArchive } from '../testing/imports.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';

/** These tests cover imported posts: their date and place in lists, their audience, and who is notified. */
const { server, sql } = await serverForFile();
let alice: Person;
let bob: Person;

beforeEach(async () => {
  [alice, bob] = await signUpAnew(server, 'alice', 'bob');
});

const postsOf = async (who: Person, whose = who) => (await who.get(`/users/${whose.userId}/posts`)).body.data;
const png = (side: number) => craftPng(side, side);

const actor = 'https://social.example/users/ann';
const everybody = 'https://www.w3.org/ns/activitystreams#Public';
const note = (id: number, more: object = {}) => ({
  id: `${actor}/statuses/${id}/activity`,
  type: 'Create',
  actor,
  object: {
    id: `${actor}/statuses/${id}`,
    type: 'Note',
    published: `2019-05-0${id}T10:00:00Z`,
    to: [everybody],
    cc: [`${actor}/followers`],
    content: `<p>Number ${id}</p>`,
    ...more,
  },
});
const outbox = (items: object[], files: CraftedFile[] = []): Buffer =>
  craftZip([
    { name: 'actor.json', data: '{}' },
    { name: 'outbox.json', data: JSON.stringify({ totalItems: items.length, orderedItems: items }) },
    ...files,
  ]);

describe('an archive of Mastodon', () => {
  it('imports posts with their pictures in order, descriptions and dates, and reports what it leaves out', async () => {
    const media = 'media_attachments/files/1/original';
    const archive = outbox(
      [
        note(1, {
          summary: 'spoiler',
          content:
            '<p>Hi <a href="https://social.example/@bo" class="mention">@<span>bo</span></a> &amp; all<br>see ' +
            '<a href="https://example.org/a/long/one"><span class="invisible">https://</span><span>example.org/a</span></a>' +
            '</p><script>alert(1)</script><p><a href="https://social.example/tags/spring" rel="tag">#<span>spring</span></a></p>',
          attachment: [
            { type: 'Document', url: `/system/${media}/b.png`, name: 'the second by name, first in order' },
            { type: 'Document', url: `/${media}/a.png`, name: null },
            { type: 'Document', url: `/${media}/gone.png` },
            { type: 'Document', url: `/${media}/song`, mediaType: 'audio/mpeg' },
          ],
        }),
        { id: 'x', type: 'Announce', actor, published: '2019-06-01T00:00:00Z', object: 'https://other.example/1' },
        note(2, { inReplyTo: 'https://other.example/users/bo/statuses/9' }),
        note(3, { inReplyTo: `${actor}/statuses/1`, to: [`${actor}/followers`], cc: [] }),
        note(4, { to: ['https://other.example/users/bo'], cc: [] }),
        note(5, { published: '2999-01-01T00:00:00Z' }),
        { type: 'Create', actor, object: { type: 'Question', id: 'q', content: 'poll?' } },
        note(6, { content: '<p></p>', attachment: [{ url: `/${media}/a.png`, name: '' }] }),
        note(7, { content: `<p>${'long '.repeat(600)}</p>` }),
      ],
      [
        { name: `${media}/a.png`, data: png(11) },
        { name: `${media}/b.png`, data: png(12), stored: true },
      ],
    );
    const outcome = await importArchive(server, alice, archive);
    expect(outcome).toMatchObject({ state: 'done', source: 'mastodon', found: 9, done: 4, left: 0, skippedCount: 8 });
    expect(outcome.skipped.map(({ code }: { code: string }) => code)).toEqual([
      ...['missing-picture', 'video', 'boost', 'reply', 'direct-message', 'unknown-date', 'not-a-post', 'text-cut'],
    ]);
    expect(outcome.skipped[2]).toEqual({
      what: '2019-06-01 https://other.example/1',
      why: 'Boosts of others’ posts are not imported.',
      code: 'boost',
    });
    const posts = await postsOf(alice);
    expect(posts.map(({ createdAt, audience }: Record<string, string>) => [createdAt, audience])).toEqual([
      ['2019-05-07T10:00:00.000Z', 'public'],
      ['2019-05-06T10:00:00.000Z', 'public'],
      ['2019-05-03T10:00:00.000Z', 'private'],
      ['2019-05-01T10:00:00.000Z', 'public'],
    ]);
    expect(posts[3].caption).toBe(
      'spoiler\n\nHi @bo@social.example & all\nsee https://example.org/a/long/one\n\n#spring',
    );
    expect(posts[3].images.map(({ alt, width }: { alt: string; width: number }) => [alt, width])).toEqual([
      ['the second by name, first in order', 12],
      [null, 11],
    ]);
    expect([posts[1].caption, posts[1].images.length]).toEqual(['', 1]);
    expect(posts[0].caption).toHaveLength(2200);
    expect((await postsOf(bob, alice)).length).toBe(3);
    expect((await alice.get(`/users/${alice.userId}`)).body.data.postsCount).toBe(4);
  });

  it('keeps the lines and indents of preformatted text', async () => {
    const content = '<p>Run:</p><pre><code>if (rain) {\n  stay();\n}</code></pre><p>Done</p>';
    await importArchive(server, alice, outbox([note(1, { content })]));
    expect((await postsOf(alice))[0].caption).toBe('Run:\n\nif (rain) {\n  stay();\n}\n\nDone');
  });

  it('brings its videos, and reports those that are none', async () => {
    const attachment = [
      { url: 'a.mp4', mediaType: 'video/mp4', name: 'The river' },
      { url: 'b.mp4', mediaType: 'video/mp4' },
    ];
    const files = [
      { name: 'a.mp4', data: film },
      { name: 'b.mp4', data: Buffer.from('<!doctype html>') },
    ];
    const outcome = await importArchive(server, bob, outbox([note(9, { attachment })], files));
    expect(outcome).toMatchObject({ done: 1, skipped: [{ code: 'unsupported-picture' }] });
    const [post] = await postsOf(bob);
    expect(post.images).toMatchObject([{ kind: 'video', alt: 'The river', durationMs: 2_000 }]);
  });

  it('leaves out a video that does not fit into what is left of the storage limit', async () => {
    const { settings } = server.deps.domain;
    const archive = outbox([note(9, { attachment: [{ url: 'a.mp4' }] })], [{ name: 'a.mp4', data: film }]);
    const importWith = async (who: Person, memberStorage: number) => {
      server.deps.domain.settings = { ...settings, memberStorage };
      const { skipped } = await importArchive(server, who, archive);
      server.deps.domain.settings = settings;
      return skipped.map(({ code }: { code: string }) => code);
    };
    expect(await importWith(alice, film.length - 1)).toEqual(['storage-full']);
    expect(await importWith(bob, film.length)).toEqual([]);
  });

  it('imported twice creates no duplicates, and keeps later edits', async () => {
    const archive = outbox([note(1, { attachment: [{ url: 'a.png' }] }), note(2)], [{ name: 'a.png', data: png(9) }]);
    await importArchive(server, alice, archive);
    const [{ postId }] = (await postsOf(alice)).slice(-1);
    await alice.patch(`/posts/${postId}`, { caption: 'mine now', audience: 'private' });
    const again = await importArchive(server, alice, archive);
    expect(again).toMatchObject({ state: 'done', found: 2, done: 2, skipped: [] });
    const posts = await postsOf(alice);
    expect(posts.map(({ caption, audience }: Record<string, string>) => [caption, audience])).toEqual([
      ['Number 2', 'public'],
      ['mine now', 'private'],
    ]);
    expect(await sql('select 1 from images where owner_id = $1', [alice.userId])).toHaveLength(1);
    // Another member who has the same archive gets the same posts.
    expect(await importArchive(server, bob, archive)).toMatchObject({ done: 2 });
  });

  it('notifies nobody, adds nothing to feeds, and can be searched', async () => {
    const received: LiveEvent[] = [];
    const stop = server.deps.domain.live.subscribe((event) => void received.push(event));
    const names = () => received.map(({ name }) => name);
    await follow(bob, alice);
    const postId = await publish(alice, 'of today');
    // The events of what precedes the import have arrived, but for the notification of the follow, which is delivered later.
    await expect.poll(names).toEqual(expect.arrayContaining(['follow.changed', 'post.created']));
    received.length = 0;
    const words = `@${bob.userName} quinquennium #oldtimes${alice.userId}`;
    await importArchive(server, alice, outbox([note(1, { content: `<p>${words}</p>` }), note(2)]));
    const last = { name: 'user.changed', to: null, payload: { userId: alice.userId } };
    await expect.poll(() => received).toContainEqual(last);
    stop();
    const news = received.filter(({ name, to }) => name !== 'notification.created' || !to?.includes(alice.userId));
    expect(news.map(({ name }) => name)).toEqual(['user.changed']);
    const feed = (await bob.get('/feed')).body.data;
    expect(feed.map((post: { postId: number }) => post.postId)).toEqual([postId]);
    expect((await bob.get('/notifications')).body.data).toEqual([]);
    expect((await alice.get('/notifications')).body.data).toMatchObject([{ kind: 'follow' }]);
    expect((await bob.get('/tags/trending')).body.data).toEqual([]);
    expect(await sql('select 1 from pending_notifications')).toEqual([]);
    expect((await bob.get('/search?kind=posts&query=quinquennium')).body.data).toHaveLength(1);
  });

  it('gains what was missing from a second archive that lists the same posts', async () => {
    const attachment = [{ url: 'a.png', name: 'first' }, { url: 'b.png' }];
    const items = [note(1, { attachment })];
    await importArchive(server, alice, outbox(items, [{ name: 'b.png', data: png(2) }]));
    const second = outbox(items, [{ name: 'a.png', data: png(1) }]);
    for (const archive of [second, second]) await importArchive(server, alice, archive);
    expect((await postsOf(alice))[0].images).toMatchObject([{ alt: 'first', width: 1 }, { width: 2 }]);
  });

  it('gets the audience its member chooses, except direct posts', async () => {
    const items = [note(1), note(2, { to: [`${actor}/followers`], cc: [] }), note(3, { to: [], cc: [] })];
    const outcome = await importArchive(server, alice, outbox(items), '?audience=friends');
    expect(outcome).toMatchObject({ found: 3, done: 2, skipped: [{ code: 'direct-message' }] });
    expect((await postsOf(alice)).map(({ audience }: { audience: string }) => audience)).toEqual([
      'friends',
      'friends',
    ]);
    expect(await postsOf(bob, alice)).toEqual([]);
  });
});

describe('an archive of Pixelfed', () => {
  it('may name pictures by URL instead of path, and list notes without their activities', async () => {
    const { object } = note(1, {
      attributedTo: actor,
      attachment: [{ type: 'Image', url: 'https://pix.example/storage/m/1/x%20y.png', name: 'a cat' }],
    });
    const outcome = await importArchive(server, alice, outbox([object], [{ name: 'media/x y.png', data: png(7) }]));
    expect(outcome).toMatchObject({ found: 1, done: 1, skipped: [] });
    expect((await postsOf(alice))[0].images).toMatchObject([{ alt: 'a cat', width: 7 }]);
  });
});

describe('an export of Kith', () => {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString();

  async function exportOf(who: Person): Promise<Buffer> {
    const target = new PassThrough();
    const [bytes] = await Promise.all([buffer(target), writeExport(server.deps.domain, who.userId, target)]);
    return bytes;
  }

  it('creates the same posts for another member, and for its own only those that are missing', async () => {
    const media = [
      { name: 'a.png', data: png(21) },
      { name: 'b.png', data: png(22) },
    ];
    const attachment = [{ url: 'b.png', name: 'bee' }, { url: 'a.png' }];
    await importArchive(server, alice, outbox([note(1, { attachment }), note(2, { content: '' })], media));
    const event = { startsAt: inAWeek, endsAt: inTwoWeeks, timeZone: 'Europe/Warsaw', place: 'The pier' };
    await alice.post('/posts', { userId: alice.userId, caption: 'here', location: 'Łódź', audience: 'close', event });
    const frozen = { audience: 'friends', audienceFrozen: true, comments: 'nobody', expiresAt: inAWeek };
    await alice.post('/posts', { userId: alice.userId, caption: 'for a week', ...frozen });
    const before = await postsOf(alice);
    for (const { images } of before)
      for (const { imageId } of images) {
        const [{ key }] = await sql('select key from images where id = $1', [imageId]);
        await server.deps.domain.storage.put(`media/${key}/320.webp`, png(20 + imageId), 'image/webp');
      }
    const archive = await exportOf(alice);

    expect(await importArchive(server, alice, archive)).toMatchObject({
      state: 'done',
      found: 3,
      done: 3,
      skipped: [],
    });
    expect(await postsOf(alice)).toEqual(before);

    expect(await importArchive(server, bob, archive)).toMatchObject({ source: 'kith', state: 'done', done: 3 });
    const frozenAt = `select frozen_at from posts where caption = 'for a week' and author_id = $1`;
    expect(await sql(frozenAt, [bob.userId])).toEqual(await sql(frozenAt, [alice.userId]));
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });
    const view = ({
      caption,
      createdAt,
      location,
      audience,
      audienceFrozen,
      comments,
      expiresAt,
      event,
      images,
    }: PostView) => ({
      ...{ caption, createdAt, location, audience, audienceFrozen, comments, expiresAt, event },
      alts: images.map(({ alt }) => alt),
    });
    expect((await postsOf(bob)).map(view)).toEqual(before.map(view));
    expect(before.map(view)).toMatchObject([
      frozen,
      { audience: 'close', location: 'Łódź', event },
      { alts: ['bee', null] },
    ]);
  });

  it('brings the posters of its videos, if they are pictures', async () => {
    const { storage } = server.deps.domain;
    const keysOf = ({ userId }: Person) => sql('select key from images where owner_id = $1 order by id', [userId]);
    const films = ['a.mp4', 'b.mp4'];
    const attachment = films.map((url) => ({ url }));
    const files = films.map((name) => ({ name, data: film }));
    await importArchive(server, alice, outbox([note(1, { attachment })], files));
    const posters = [png(21), Buffer.from('<!doctype html>')];
    for (const [i, { key }] of (await keysOf(alice)).entries()) {
      await storage.put(`media/${key}/video.mp4`, film, 'video/mp4');
      await storage.put(`media/${key}/320.webp`, posters[i] as Buffer, 'image/webp');
    }
    expect(await importArchive(server, bob, await exportOf(alice))).toMatchObject({ done: 1, skipped: [] });
    const originals = (await keysOf(bob)).map(({ key }) => `originals/${key}`);
    const brought = await Promise.all(originals.map((folder) => storage.read(`${folder}/poster`)));
    expect(brought).toEqual([png(21), null]);
  });

  it('has no event at a time at which none could be made, and one called off at an impossible time is called off', async () => {
    const event = { startsAt: inAWeek, timeZone: 'UTC' };
    const events = [
      event,
      { ...event, startsAt: '9998-12-31T00:00:00.000Z' },
      { ...event, cancelledAt: '+275760-09-13T00:00:00.000Z' },
      { ...event, cancelledAt: 'once' },
    ];
    const posts = events.map((each, i) => ({
      ...{ postId: i + 1, caption: `event ${i}`, createdAt: `2025-01-0${i + 1}T00:00:00.000Z`, event: each },
      ...{ audience: 'public', comments: 'everyone' },
    }));
    const archive = craftZip([
      { name: 'kith.json', data: JSON.stringify({ format: 1, server: 'https://there.example' }) },
      { name: 'posts.json', data: JSON.stringify(posts) },
    ]);
    expect(await importArchive(server, alice, archive)).toMatchObject({ state: 'done', done: 4, skipped: [] });
    const found = (await postsOf(alice))
      .toReversed()
      .map((post: PostView) => post.event && post.event.cancelledAt !== null);
    expect(found).toEqual([false, null, true, true]);
  });

  it('restores an album with the pictures of its author, more than a post may have, and notifies nobody', async () => {
    const album = async (who: Person): Promise<PostView> =>
      (await postsOf(who)).find((post: PostView) => post.caption.startsWith('Lake'));
    const own = Array.from({ length: 12 }, (_, i) => ({ file: `pictures/${i}.png`, alt: `no ${i}` }));
    const posts = [
      {
        ...{ postId: 1, kind: 'album', caption: `Lake with @${bob.userName}`, createdAt: '2025-01-01T00:00:00.000Z' },
        ...{ audience: 'public', comments: 'everyone', pictures: own },
      },
    ];
    const here = craftZip([
      { name: 'kith.json', data: JSON.stringify({ format: 1, server: server.deps.domain.settings.publicUrl }) },
      { name: 'posts.json', data: JSON.stringify(posts) },
      ...own.map(({ file }, i) => ({ name: file, data: png(30 + i) })),
    ]);
    const makePicture: MakePicture = async (id) => {
      await pretendProcessed(server)(id);
      const image = await server.deps.domain.db.em().findOneOrFail(Image, id);
      await server.deps.domain.db.transaction((tx) => postPicture.show(tx, image));
    };
    const { importId } = (await uploadArchive(alice, here)).body.data;
    await runImportJobs(server, importId, makePicture);
    expect((await alice.get(`/imports/${importId}`)).body.data).toMatchObject({ state: 'done', done: 1, skipped: [] });
    await deliverNotifications(server.deps.domain);
    const { postId, album: isAlbum, imagesCount } = await album(alice);
    expect({ isAlbum, imagesCount }).toEqual({ isAlbum: true, imagesCount: 12 });
    const { data: pictures } = (await bob.get(`/posts/${postId}/images`)).body;
    expect(pictures.map(({ alt }: { alt: string }) => alt)).toEqual(own.map(({ alt }) => alt));
    expect(new Set(pictures.map(({ user }: { user: { userId: number } }) => user.userId))).toEqual(
      new Set([alice.userId]),
    );
    expect((await bob.get('/notifications')).body.data).toEqual([]);
    const [carol = alice] = await signUpAnew(server, 'carol');
    await carol.post('/posts', { userId: carol.userId, caption: 'Lake by night', album: true });
    expect(await importArchive(server, bob, await exportOf(carol))).toMatchObject({ state: 'done', skipped: [] });
    expect(await album(bob)).toMatchObject({ album: true });
  });

  it('restores a poll without its votes, closed if it was closed, and none that could not have been made', async () => {
    const publishPoll = async (caption: string, poll: object): Promise<PostView> =>
      (await alice.post('/posts', { userId: alice.userId, caption, poll })).body.data;
    const open = await publishPoll('Where to?', { options: ['The lake', 'The hills'], named: true, closesAt: inAWeek });
    const closed = await publishPoll('When?', { options: ['Friday', 'Saturday', 'Sunday'], multiple: true });
    for (const { poll } of [open, closed])
      await bob.call('PUT', `/polls/${poll?.id}/vote`, { optionIds: [poll?.options[0]?.id] });
    await alice.call('PUT', `/polls/${closed.poll?.id}/close`);
    const archive = await exportOf(alice);
    expect(await importArchive(server, bob, archive)).toMatchObject({ state: 'done', skipped: [] });
    const polls = (await postsOf(bob)).map(({ poll }: PostView) => poll);
    const without = (texts: string[]) => texts.map((text) => ({ text, votes: 0, mine: false }));
    expect(polls).toMatchObject([
      { multiple: true, named: false, closed: true, voters: 0, options: without(['Friday', 'Saturday', 'Sunday']) },
      { multiple: false, named: true, closed: false, closesAt: inAWeek, options: without(['The lake', 'The hills']) },
    ]);
    expect(await recountCounters(server.deps.domain)).toEqual({ corrected: 0 });

    const [carol = alice] = await signUpAnew(server, 'carol');
    const given = [
      { options: [{ text: 'one' }] },
      { options: [{ text: 'a' }, { text: 'b' }], closesAt: '2999-01-01' },
      7,
    ];
    const posts = given.map((poll, i) => ({
      ...{ postId: i + 1, caption: `poll ${i}`, createdAt: `2025-01-0${i + 1}T00:00:00.000Z`, poll },
      ...{ audience: 'public', comments: 'everyone' },
    }));
    const crafted = craftZip([
      { name: 'kith.json', data: JSON.stringify({ format: 1, server: 'https://there.example' }) },
      { name: 'posts.json', data: JSON.stringify(posts) },
    ]);
    expect(await importArchive(server, carol, crafted)).toMatchObject({ state: 'done', done: 3, skipped: [] });
    expect((await postsOf(carol)).map(({ poll }: PostView) => poll)).toEqual([null, null, null]);
  });

  it('of another server creates no duplicates of posts that were imported there from here', async () => {
    const { settings } = server.deps.domain;
    const elsewhere = async <T>(work: () => Promise<T>): Promise<T> => {
      server.deps.domain.settings = { ...settings, publicUrl: 'https://elsewhere.example' };
      return work().finally(() => (server.deps.domain.settings = settings));
    };
    const write = async (caption: string, clientId?: string) =>
      (await alice.post('/posts', { userId: alice.userId, caption, clientId })).body.data.postId;
    await importArchive(server, alice, outbox([note(1)]));
    await write('by an app', crypto.randomUUID());
    await write('by a program');
    const gone = await write('deleted here meanwhile', crypto.randomUUID());
    const archive = await exportOf(alice);
    await alice.delete(`/posts/${gone}`);
    const before = await postsOf(alice);

    await elsewhere(() => importArchive(server, bob, archive));
    await bob.post('/posts', { userId: bob.userId, caption: 'written there' });
    const back = await elsewhere(() => exportOf(bob));
    expect(await importArchive(server, alice, back)).toMatchObject({ state: 'done', found: 5, done: 5, skipped: [] });
    const after = await postsOf(alice);
    const added = after.filter(({ postId }: PostView) => !before.some((each: PostView) => each.postId === postId));
    expect(added.map(({ caption }: PostView) => caption).sort()).toEqual(['deleted here meanwhile', 'written there']);
    expect(after).toHaveLength(before.length + 2);
    await importArchive(server, alice, back);
    expect(await postsOf(alice)).toEqual(after);
  });
});
