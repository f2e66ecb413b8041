import { createECDH, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  createExport,
  eraseUser,
  finishImage,
  pictureHandlers,
  relayPendingJobs,
  removeImages,
  renameImage,
} from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { follow, publish, statusOf } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAnew } from '../testing/testApp.ts';
import { made, processUploads, upload } from '../testing/uploads.ts';

const { server, sql } = await serverForFile();
const { domain } = server.deps;
const worker = processUploads(server);

const add = (who: Person, postId: number, fields: Record<string, string> = {}) =>
  upload(who, `/posts/${postId}/images`, { fields });
const album = (who: Person, ...tagged: Person[]) =>
  publish(who, `the lake ${tagged.map(({ userName }) => `@${userName.toUpperCase()}`).join(' ')}`, { album: true });
const idOf = async (answer: ReturnType<typeof add>): Promise<number> => (await answer).body.data.imageId;

interface Shown {
  imageId: number;
  alt: string | null;
  url: string;
  query: string;
  user: { userName: string };
}
const picturesOf = async (who: Person, postId: number): Promise<Shown[]> =>
  (await who.get(`/posts/${postId}/images`)).body.data;
const addersOf = async (who: Person, postId: number) =>
  (await picturesOf(who, postId)).map(({ user }) => user.userName);
const postOf = async (who: Person, postId: number) => (await who.get(`/posts/${postId}`)).body.data;
const offers = async (who: Person, postId: number): Promise<boolean> => (await postOf(who, postId)).mayAddPictures;
const block = (who: Person, whom: Person) => who.post('/blocks', { userId: whom.userId });
const remove = (who: Person, postId: number, imageId: number) =>
  who.call('DELETE', `/posts/${postId}/images/${imageId}`);

/** An album of the first member, in which the second is tagged. */
async function albumOfTwo() {
  const [owner, adder, other] = await signUpAnew(server, 'owner', 'adder', 'other');
  return { owner, adder, other, postId: await album(owner, adder) };
}

/** Inserts processed pictures, without files, until the album has `count`. */
const fill = (postId: number, owner: Person, count: number) =>
  sql(
    `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths, position)
       select $1, 'post', $2::bigint, left(md5($2::bigint || 'filled' || n), 24), 'ready', 9, 9, '{320}', n from generate_series(0, $3::int - 1) n
       returning id, position)
     update posts set image_id = (select id from made where position = 0), more_pictures = $3 - 1 where id = $2::bigint`,
    [owner.userId, postId, count],
  );

describe('an album', () => {
  it('takes pictures of its author and of who is tagged in it, each with its member', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    expect(await postOf(other, postId)).toMatchObject({ album: true, images: [], imagesCount: 0 });
    expect([await offers(owner, postId), await offers(adder, postId), await offers(other, postId)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await add(owner, postId, { alt: 'the shore' })).status).toBe(201);
    const answer = await add(adder, postId, { alt: 'a heron' });
    expect([answer.status, answer.body.data.imagesCount]).toEqual([201, 2]);
    const names = [owner.userName, adder.userName];
    const { images, imagesCount } = await postOf(other, postId);
    expect([imagesCount, images.map(({ user }: Shown) => user.userName)]).toEqual([2, names]);
    expect(await addersOf(other, postId)).toEqual(names);
    const [stored] = await sql('select owner_id::int as id from images where post_id = $1 and position = 1', [postId]);
    expect(stored.id).toBe(adder.userId);
  });

  it('takes none of anybody else, nor as its first picture', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    expect(statusOf(await add(other, postId))).toEqual([403, 'forbidden']);
    expect(statusOf(await upload(adder, `/posts/${postId}/image`))).toEqual([403, 'forbidden']);
    const ordinary = await publish(owner, `no album @${adder.userName}`);
    expect([await offers(owner, ordinary), await offers(adder, ordinary)]).toEqual([true, false]);
    const linked = await publish(owner, `https://lake.test/@${adder.userName}`, { album: true });
    expect([await offers(adder, linked), statusOf(await add(adder, linked))]).toEqual([false, [403, 'forbidden']]);
    expect(statusOf(await add(adder, ordinary))).toEqual([403, 'forbidden']);
    expect((await postOf(owner, ordinary)).images).toEqual([]);
    const hidden = await publish(owner, `for me @${adder.userName}`, { album: true, audience: 'private' });
    expect(statusOf(await add(adder, hidden))).toEqual([404, 'not-found']);
    expect(await sql('select id from images where post_id = any ($1)', [[postId, ordinary, hidden]])).toEqual([]);
  });

  it('gives no right to a member who took the name later than it was written', async () => {
    const [owner] = await signUpAnew(server, 'owner');
    const postId = await publish(owner, 'who will come? @latecomer', { album: true });
    const [late] = await signUpAnew(server, 'late');
    // The account itself is older than the album.
    await sql(`update users set created_at = now() - interval '1 hour' where id = $1`, [late.userId]);
    expect((await late.patch(`/users/${late.userId}`, { userName: 'latecomer' })).status).toBe(200);
    expect([await offers(late, postId), statusOf(await add(late, postId))]).toEqual([false, [403, 'forbidden']]);
    await sql(`update user_names set taken_at = now() - interval '1 hour' where user_id = $1`, [late.userId]);
    expect([await offers(late, postId), (await add(late, postId)).status]).toEqual([true, 201]);
  });

  it('takes pictures of a tagged member who has another name since, and notifies that member', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    expect((await adder.patch(`/users/${adder.userId}`, { userName: `${adder.userName}.new` })).status).toBe(200);
    expect([await offers(adder, postId), (await add(adder, postId)).status]).toEqual([true, 201]);
    await sql(`update posts set created_at = created_at - interval '2 days', edited_at = now() where id = $1`, [
      postId,
    ]);
    await add(owner, postId);
    const kinds = async () => (await adder.get('/notifications')).body.data.map(({ kind }: { kind: string }) => kind);
    await expect.poll(kinds).toContain('album');
  });

  const losses: [string, (owner: Person, adder: Person, postId: number) => Promise<unknown>, [number, string]][] = [
    ['untagged', (owner, _, postId) => owner.patch(`/posts/${postId}`, { caption: 'alone' }), [403, 'forbidden']],
    ['blocked', (owner, adder) => block(owner, adder), [404, 'not-found']],
    ['gone', (_, adder) => adder.delete(`/users/${adder.userId}`), [401, 'unauthenticated']],
    [
      'disabled',
      (_, adder) => sql('update users set disabled_at = now() where id = $1', [adder.userId]),
      [401, 'unauthenticated'],
    ],
  ];
  it.each(losses)('stores nothing of an adder who is %s while the picture arrives', async (_, lose, refusal) => {
    const { owner, adder, postId } = await albumOfTwo();
    const { storage } = domain;
    const put = storage.put.bind(storage);
    const keys: string[] = [];
    storage.put = async (key, ...rest) => {
      keys.push(key);
      await lose(owner, adder, postId);
      return put(key, ...rest);
    };
    const answer = await add(adder, postId).finally(() => {
      storage.put = put;
    });
    expect(statusOf(answer)).toEqual(refusal);
    expect(await sql('select id from images where post_id = $1', [postId])).toEqual([]);
    expect(keys).toHaveLength(1);
    expect(await storage.read(keys[0] as string)).toBeNull();
  });

  it('has at most 200 pictures, in pages, of which a list has the first five', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    await fill(postId, owner, 199);
    const last = await idOf(add(adder, postId));
    expect(statusOf(await add(owner, postId))).toEqual([409, 'album-full']);
    const list = (await other.get(`/users/${owner.userId}/posts`)).body.data[0];
    expect([list.images.length, list.imagesCount]).toEqual([5, 200]);
    const ids: number[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const { body } = await other.get(`/posts/${postId}/images?limit=90${next && `&cursor=${next}`}`);
      ids.push(...body.data.map(({ imageId }: Shown) => imageId));
      next = body.nextCursor;
    }
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([200, 200, last]);
    await owner.patch(`/posts/${postId}/images/${last}`, { position: 0 });
    expect((await postOf(other, postId)).images[0].imageId).toBe(last);
  });

  it('gives different places to pictures that arrive at once, and one picture to a repeated upload', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    const clientId = randomUUID();
    await Promise.all([owner, adder, owner, adder].map((who) => add(who, postId)));
    const [mine, theirs] = [await idOf(add(owner, postId, { clientId })), await idOf(add(adder, postId, { clientId }))];
    expect(await idOf(add(adder, postId, { clientId }))).toBe(theirs);
    expect(mine).not.toBe(theirs);
    const rows = await sql('select position from images where post_id = $1 order by position', [postId]);
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('lets the author take out any picture, and everybody else their own alone', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    const [first, second, third] = [
      await idOf(add(owner, postId)),
      await idOf(add(adder, postId)),
      await idOf(add(adder, postId)),
    ];
    expect(statusOf(await remove(adder, postId, first))).toEqual([403, 'forbidden']);
    expect(statusOf(await remove(other, postId, second))).toEqual([403, 'forbidden']);
    const foreign = await idOf(add(other, await album(other)));
    for (const imageId of [foreign, 999_999])
      expect(statusOf(await remove(owner, postId, imageId))).toEqual([404, 'not-found']);
    expect((await remove(adder, postId, second)).status).toBe(204);
    expect((await remove(owner, postId, third)).status).toBe(204);
    expect((await picturesOf(other, postId)).map(({ imageId }) => imageId)).toEqual([first]);
  });

  it('lets who may not see it any more take the own pictures out', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    const imageId = await idOf(add(adder, postId));
    await owner.patch(`/posts/${postId}`, { caption: 'alone', audience: 'private' });
    expect(statusOf(await remove(adder, postId, imageId + 1))).toEqual([404, 'not-found']);
    expect((await remove(adder, postId, imageId)).status).toBe(204);
    expect(await postOf(owner, postId)).toMatchObject({ images: [], imagesCount: 0 });
  });

  it('has each picture described by who added it, and ordered by its author', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    const [first, second] = [await idOf(add(owner, postId)), await idOf(add(adder, postId))];
    const change = (who: Person, imageId: number, more: object) =>
      who.patch(`/posts/${postId}/images/${imageId}`, more);
    expect((await change(adder, second, { alt: 'a boat' })).status).toBe(200);
    expect(statusOf(await change(owner, second, { alt: 'mine' }))).toEqual([403, 'forbidden']);
    expect(statusOf(await change(adder, first, { alt: 'mine' }))).toEqual([403, 'forbidden']);
    expect(statusOf(await change(adder, second, { position: 0 }))).toEqual([403, 'forbidden']);
    expect((await change(owner, second, { position: 0 })).body.data.images.map(({ alt }: Shown) => alt)).toEqual([
      'a boat',
      null,
    ]);
  });

  it('counts each picture against the storage of who added it', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    domain.settings.memberStorage = 5;
    try {
      expect((await add(adder, postId)).status).toBe(201);
      expect(statusOf(await add(adder, postId))).toEqual([409, 'storage-full']);
      expect((await add(owner, postId)).status).toBe(201);
    } finally {
      domain.settings.memberStorage = Number.MAX_SAFE_INTEGER;
    }
  });

  it('shows no picture of an adder to those between whom there is a block, as if it were not there', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    await add(adder, postId);
    await add(owner, postId);
    await block(other, adder);
    expect(await addersOf(other, postId)).toEqual([owner.userName]);
    const { images, imagesCount, imageUrl } = await postOf(other, postId);
    expect([images.length, imagesCount, imageUrl]).toEqual([1, 1, images[0].imageUrl]);
    expect(JSON.stringify(await other.get('/posts'))).not.toContain(adder.userName);
    const [{ url }] = (await picturesOf(owner, postId)) as [Shown];
    await domain.storage.put(`${url.slice(1)}/640.webp`, Buffer.from('webp'), 'image/webp');
    await block(owner, adder);
    const [third] = await signUpAnew(server, 'third');
    expect(await addersOf(third, postId)).toEqual([owner.userName]);
    // Nor at its public address.
    expect((await third.get(`${url}/640.webp`)).status).toBe(404);
  });

  it('is not found by the description of a picture that others have added, which some may not see', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    const [theirs, own] = [`heron${postId}`, `perch${postId}`];
    await add(owner, postId, { alt: own });
    const imageId = await idOf(add(adder, postId, { alt: theirs }));
    await block(other, adder);
    const found = async (query: string) => (await other.get(`/search?kind=posts&query=${query}`)).body.data.length;
    expect([await found(own), await found(theirs)]).toEqual([1, 0]);
    await adder.patch(`/posts/${postId}/images/${imageId}`, { alt: `${theirs} again` });
    expect([await found(own), await found(theirs)]).toEqual([1, 0]);
  });

  it('shows a picture that is being processed to who added it and to its author', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    await add(owner, postId);
    worker.does = 'wait';
    const waiting = add(adder, postId);
    await expect.poll(async () => (await picturesOf(adder, postId)).length).toBe(2);
    expect([(await picturesOf(owner, postId)).length, (await picturesOf(other, postId)).length]).toEqual([2, 1]);
    expect((await postOf(other, postId)).imagesCount).toBe(1);
    worker.does = 'make';
    const [, theirs] = await picturesOf(adder, postId);
    await finishImage(domain, pictureHandlers, theirs?.imageId ?? 0, made);
    expect((await waiting).status).toBe(201);
    expect(await picturesOf(other, postId)).toHaveLength(2);
  });

  it('loses the pictures of an account that is erased, and all files when it is deleted', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    await add(adder, postId, { alt: 'by the one who leaves' });
    await add(owner, postId);
    expect((await adder.delete(`/users/${adder.userId}`)).status).toBe(200);
    expect(await addersOf(owner, postId)).toEqual([owner.userName]);
    await eraseUser(domain, { userId: adder.userId });
    expect(await sql('select position from images where post_id = $1', [postId])).toEqual([{ position: 0 }]);
    expect((await postOf(owner, postId)).imagesCount).toBe(1);
    expect((await owner.get('/search?kind=posts&query=leaves')).body.data).toEqual([]);
    worker.queued = [];
    await owner.delete(`/posts/${postId}`);
    expect(worker.queued.flatMap((job) => (job.name === 'images.remove' ? job.payload.keys : []))).toHaveLength(1);
  });

  it('gives all its pictures new addresses when it is narrowed', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    for (const who of [owner, adder]) await follow(who, who === owner ? adder : owner);
    for (const who of [owner, adder]) await add(who, postId);
    const before = (await picturesOf(adder, postId)).map(({ url }) => url);
    for (const url of before)
      await domain.storage.put(`media/${url.split('/').at(-1)}/320.webp`, Buffer.from('webp'), 'image/webp');
    expect((await adder.get(`${before[1]}/320.webp`)).status).toBe(200);
    worker.queued = [];
    await owner.patch(`/posts/${postId}`, { caption: `the lake @${adder.userName}`, audience: 'friends' });
    for (const job of worker.queued) if (job.name === 'images.rename') await renameImage(domain, job.payload);
    const after = await picturesOf(adder, postId);
    expect(after.filter(({ url }) => before.includes(url))).toEqual([]);
    for (const { url, query } of after) expect((await adder.get(`${url}/320.webp${query}`)).status).toBe(200);
    for (const url of before) expect(await domain.storage.read(`media/${url.split('/').at(-1)}/320.webp`)).toBeNull();
  });

  it('exports to each member the pictures that the member has added', async () => {
    const { owner, adder, postId } = await albumOfTwo();
    await add(owner, postId);
    await add(adder, postId, { alt: 'a heron' });
    const listsOf = async (who: Person) => {
      await who.post('/exports');
      const [{ key }] = await sql('select key from exports where user_id = $1', [who.userId]);
      await createExport(domain, { userId: who.userId, key });
      const zip = await fromBufferPromise((await domain.storage.read(`exports/${key}/kith.zip`)) as Buffer);
      const lists: Record<string, { pictures?: { alt: string | null }[] }[]> = {};
      for await (const entry of zip.eachEntry())
        if (/(?:posts|albumPictures)\.json$/.test(entry.fileName))
          lists[entry.fileName] = JSON.parse(String(await buffer(await zip.openReadStreamPromise(entry))));
      return lists;
    };
    const ofOwner = await listsOf(owner);
    expect([ofOwner['posts.json']?.[0]?.pictures?.length, ofOwner['albumPictures.json']]).toEqual([1, []]);
    const ofAdder = await listsOf(adder);
    expect(ofAdder['albumPictures.json']).toMatchObject([
      { postId, userName: owner.userName, pictures: [{ file: `pictures/${postId}-2.webp`, alt: 'a heron' }] },
    ]);
  });
});

describe('an addition to an album', () => {
  const notified = async (postId: number) =>
    (
      await sql(
        `select u.user_name as name from notifications n join users u on u.id = n.recipient_id
         where n.post_id = $1 and n.kind = 'album' order by n.id`,
        [postId],
      )
    ).map(({ name }) => name);

  it('notifies its author and who is tagged, once a day, and not who added', async () => {
    const [owner, adder, tagged] = await signUpAnew(server, 'owner', 'adder', 'tagged');
    const postId = await album(owner, adder, tagged);
    await add(owner, postId);
    expect(await notified(postId)).toEqual([]);
    for (let n = 0; n < 3; n += 1) await add(adder, postId);
    await expect.poll(() => notified(postId)).toHaveLength(2);
    expect((await notified(postId)).toSorted()).toEqual([owner.userName, tagged.userName].toSorted());
    const [first] = (await owner.get('/notifications')).body.data;
    expect(first).toMatchObject({ kind: 'album', actorsCount: 1, actors: [{ userName: adder.userName }] });
    await sql(`update notification_events set created_at = created_at - interval '1 day' where post_id = $1`, [postId]);
    await sql(`update notifications set day = day - 1, read_at = now() where post_id = $1`, [postId]);
    await add(adder, postId);
    await expect.poll(async () => (await owner.get('/notifications/unread')).body.data.count).toBe(1);
    expect(await notified(postId)).toHaveLength(2);
  });

  it('is pushed once a day, however many members add', async () => {
    const [owner, first, second] = await signUpAnew(server, 'owner', 'first', 'second');
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'), auth: 'A'.repeat(22) };
    await owner.mutate('notifications.subscribe', { endpoint: 'https://push.kith.test/albums', keys });
    const postId = await album(owner, first, second);
    const unread = async () => (await owner.get('/notifications/unread')).body.data.count;
    const pushes = [];
    for (const adder of [first, second]) {
      await add(adder, postId);
      await expect.poll(unread).toBe(1);
      pushes.push((await sql(`delete from pending_jobs where name = 'push.send' returning 1`)).length);
      await owner.mutate('notifications.markAllRead');
    }
    expect(pushes).toEqual([1, 0]);
    expect((await owner.get('/notifications')).body.data).toMatchObject([{ kind: 'album', actorsCount: 2 }]);
  });

  it('notifies nobody who does not see the album or who added', async () => {
    const [owner, adder, blocked, stranger] = await signUpAnew(server, 'owner', 'adder', 'blocked', 'stranger');
    for (const each of [adder, blocked]) {
      await follow(each, owner);
      await follow(owner, each);
    }
    const names = [adder, blocked, stranger].map(({ userName }) => `@${userName}`).join(' ');
    const postId = await publish(owner, names, { album: true, audience: 'friends' });
    await block(blocked, adder);
    await add(adder, postId);
    await expect.poll(() => notified(postId)).toEqual([owner.userName]);
    await relayPendingJobs(domain);
    expect(await sql('select 1 from pending_notifications where post_id = $1', [postId])).toEqual([]);
  });
});

describe('the ZIP of an album', () => {
  const download = (who: Person, postId: number) =>
    server.app.inject({ url: `/posts/${postId}/album.zip`, headers: { authorization: `Bearer ${who.token}` } });

  it('has all pictures, named by number and adder, for everybody who sees the album', async () => {
    const { owner, adder, other, postId } = await albumOfTwo();
    for (const who of [owner, adder]) await add(who, postId);
    for (const { key, owner_id: of } of await sql('select key, owner_id::int from images where post_id = $1', [postId]))
      await domain.storage.put(`media/${key}/640.webp`, Buffer.from(`by ${of}`), 'image/webp');
    const answer = await download(other, postId);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/zip',
      'no-store',
    ]);
    const zip = await fromBufferPromise(answer.rawPayload);
    const files: Record<string, string> = {};
    for await (const entry of zip.eachEntry())
      files[entry.fileName] = String(await buffer(await zip.openReadStreamPromise(entry)));
    expect(files).toEqual({
      [`001-${owner.userName}.webp`]: `by ${owner.userId}`,
      [`002-${adder.userName}.webp`]: `by ${adder.userId}`,
    });
  });

  it('has also the pictures after the first twenty', async () => {
    const { owner, postId } = await albumOfTwo();
    await fill(postId, owner, 45);
    for (const { key } of await sql('select key from images where post_id = $1', [postId]))
      await domain.storage.put(`media/${key}/320.webp`, Buffer.from(key), 'image/webp');
    const zip = await fromBufferPromise((await download(owner, postId)).rawPayload);
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    expect(names).toEqual(
      Array.from({ length: 45 }, (_, at) => `${String(at + 1).padStart(3, '0')}-${owner.userName}.webp`),
    );
  });

  it('is not there for an album that one may not see, a post that is none, and without a session', async () => {
    const { owner, other, postId } = await albumOfTwo();
    await block(owner, other);
    expect((await download(other, postId)).statusCode).toBe(404);
    expect((await download(owner, await publish(owner))).statusCode).toBe(404);
    expect((await server.app.inject({ url: `/posts/${postId}/album.zip` })).statusCode).toBe(401);
    expect((await owner.call('HEAD', `/posts/${postId}/album.zip`)).status).toBe(405);
  });

  it('ends the reading of files when the download is stopped', async () => {
    const { owner, postId } = await albumOfTwo();
    for (let n = 0; n < 2; n += 1) await add(owner, postId);
    for (const { key } of await sql('select key from images where post_id = $1', [postId]))
      await domain.storage.put(`media/${key}/640.webp`, Buffer.alloc(20_000_000), 'image/webp');
    const { storage } = domain;
    const stream = storage.stream.bind(storage);
    const opened: { destroyed: boolean }[] = [];
    storage.stream = async (key) => {
      const found = await stream(key);
      if (found) opened.push(found.body);
      return found;
    };
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${owner.token}` };
    const { body } = await fetch(`${origin}/posts/${postId}/album.zip`, { headers, signal: gone.signal });
    await body?.getReader().read();
    gone.abort();
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
    storage.stream = stream;
  });
});

it('the files of a removed album picture are deleted', async () => {
  const { adder, postId } = await albumOfTwo();
  const imageId = await idOf(add(adder, postId));
  const [{ key }] = await sql('select key from images where id = $1', [imageId]);
  await domain.storage.put(`media/${key}/320.webp`, Buffer.from('webp'), 'image/webp');
  worker.queued = [];
  await remove(adder, postId, imageId);
  for (const job of worker.queued) if (job.name === 'images.remove') await removeImages(domain, job.payload.keys);
  expect(await domain.storage.read(`media/${key}/320.webp`)).toBeNull();
});
