import { probe } from '@kith/db/testing';
import { appointModerator, disableUser, eraseUser, type Job, removeImages, renameImage } from '@kith/domain';
import { startFakeS3 } from '@kith/platform/testing/fakeS3';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { comment, follow, like } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, type Reply, signUpAndIn, startTestApp } from '../testing/testApp.ts';

const day = 86_400_000;
const { server, sql } = await serverForFile();
let alice: Person;
let friend: Person;
let stranger: Person;
/** Simulated elapsed time in milliseconds. */
let later = 0;
const queued: Job[] = [];

beforeAll(async () => {
  const { queue } = server.deps.domain;
  const add = queue.add.bind(queue);
  queue.add = (jobs) => {
    queued.push(...jobs);
    return add(jobs);
  };
  server.deps.domain.clock = { now: () => new Date(Date.now() + later) };
  [alice, friend, stranger] = (await Promise.all(
    ['alice', 'friend', 'stranger'].map((name) => signUpAndIn(server.app, name)),
  )) as [Person, Person, Person];
  await befriend(alice, friend);
});

async function befriend(one: Person, other: Person): Promise<void> {
  await follow(one, other);
  await follow(other, one);
}

type Audience = 'public' | 'friends' | 'private';

/** A post with a processed picture. */
async function postOf(author: Person, audience: Audience, on = server): Promise<number> {
  const made = await author.mutate('posts.create', { userId: author.userId, caption: 'with a picture', audience });
  const { postId } = made.body.result.data;
  const key = `Picture${postId}`.padEnd(24, 'x');
  await probe(
    on.deps.domain.db,
    `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths)
       values ($1, 'post', $2, $3, 'ready', 9, 9, '{320,640}') returning id)
     update posts set image_id = made.id from made where posts.id = $2`,
    [author.userId, postId, key],
  );
  for (const width of [320, 640])
    await on.deps.domain.storage.put(`media/${key}/${width}.webp`, Buffer.from(`${width}`), 'image/webp');
  return postId;
}

const change = (postId: number, audience: Audience, author = alice) =>
  author.mutate('posts.update', { postId, caption: 'changed', audience });

/** The address of a post's picture in a response; null if there is none. */
async function addressFor(who: Person, postId: number): Promise<string | null> {
  const reply = await who.query('posts.byId', { postId });
  return reply.status === 200 ? reply.body.result.data.imageUrl : null;
}

const plainOf = (address: string): string => address.replace(/\?s=.*$/, '');
/** Fetches an address, which works with or without a session. */
const ask = (address: string, app = server.app): Promise<Reply> =>
  app.inject({ url: address }).then(({ statusCode, headers, body }) => ({ status: statusCode, headers, body }));
const statusOf = async (address: string) => (await ask(address)).status;

/** Starts another process of the same server, with empty caches. */
const another = () => buildApp({ ...server.deps });

/** Runs the worker's jobs recorded since the last call. */
async function processPictures(): Promise<void> {
  for (let job = queued.shift(); job; job = queued.shift()) {
    const { name, payload } = job;
    if (name === 'images.rename') await renameImage(server.deps.domain, payload);
    if (name === 'images.remove') await removeImages(server.deps.domain, payload.keys);
    if (name === 'users.erase') await eraseUser(server.deps.domain, payload);
  }
}

describe('the address of a picture', () => {
  it('is plain and permanent where everybody sees its post', async () => {
    const postId = await postOf(alice, 'public');
    const address = (await addressFor(stranger, postId)) as string;
    expect(address).toMatch(/^\/media\/[A-Za-z0-9]{24}\/640\.webp$/);
    const { status, headers } = await ask(address);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(await addressFor(alice, postId)).toBe(address);
  });

  it.each(['friends', 'private'] as const)('is signed where the audience is %s, and not cached', async (audience) => {
    const postId = await postOf(alice, audience);
    const address = (await addressFor(alice, postId)) as string;
    expect(address).toMatch(/^\/media\/[A-Za-z0-9]{24}\/640\.webp\?s=\d{5}\.[\w-]{22}$/);
    const { status, headers, body } = await ask(address);
    expect([status, headers['cache-control'], body]).toEqual([200, 'private, no-store', '640']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(await statusOf(plainOf(address))).toBe(404);
    expect(await addressFor(friend, postId)).toBe(audience === 'friends' ? address : null);
    expect(await addressFor(stranger, postId)).toBeNull();
    const { image } = (await alice.query('posts.byId', { postId })).body.result.data;
    expect(await statusOf(`${image.url}/320.webp${image.query}`)).toBe(200);
  });

  it('is signed in every list that contains it', async () => {
    const postId = await postOf(alice, 'friends');
    await like(friend, postId);
    await comment(alice, postId, 'see');
    const key = plainOf((await addressFor(friend, postId)) as string).split('/')[2];
    const folders = new Set<string>();
    for (const [who, path, input] of [
      [friend, 'posts.list', {}],
      [friend, 'feed.home', {}],
      [friend, 'posts.byUser', { userId: alice.userId }],
      [alice, 'notifications.list', {}],
    ] as const) {
      const addresses = JSON.stringify((await who.query(path, input)).body).match(/\/media\/[^"]*\.webp[^"]*/g) ?? [];
      const ours = addresses.filter((address) => address.includes(`${key}`));
      expect([path, ours.length > 0]).toEqual([path, true]);
      for (const address of ours) folders.add(address.replace(/\d+\.webp/, ''));
    }
    expect([...folders]).toEqual([((await addressFor(friend, postId)) as string).replace(/\d+\.webp/, '')]);
  });

  it('with an invalid signature is answered like one without a signature', async () => {
    const [mine, other] = [await postOf(alice, 'private'), await postOf(alice, 'private')];
    const address = (await addressFor(alice, mine)) as string;
    const [plain = '', signed = ''] = address.split('?s=');
    const otherPlain = plainOf((await addressFor(alice, other)) as string);
    const [today = '', signature = ''] = signed.split('.');
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const forged of [
      `${otherPlain}?s=${signed}`,
      ...[
        `${today}.${flipped}`,
        `${Number(today) - 1}.${signature}`,
        `${Number(today) + 1}.${signature}`,
        `0.${signature}`,
        `999999.${signature}`,
        `${today}.${'A'.repeat(22)}`,
        `${today}.${signature}A`,
        `${today}.${signature.slice(1)}`,
        `${today}.${'%00'.repeat(22)}`,
        `-${signed}`,
        `${signed}&s=${signed}`,
        '',
      ].map((other) => `${plain}?s=${other}`),
      plain.replace('/media/', '/media/..%2f'),
    ])
      expect([forged, await statusOf(forged)]).toEqual([forged, 404]);
    expect(await statusOf(address)).toBe(200);
  });

  it('is valid on its day and the next, and no longer', async () => {
    const postId = await postOf(alice, 'private');
    const address = (await addressFor(alice, postId)) as string;
    for (const [days, status] of [
      [1, 200],
      [2, 404],
    ] as const) {
      later = days * day;
      expect([days, await statusOf(address)]).toEqual([days, status]);
    }
    // The simulated clock does not affect sessions, which expire by the database's clock: alice gets a new address.
    const fresh = (await addressFor(alice, postId)) as string;
    expect(fresh).not.toBe(address);
    expect(await statusOf(fresh)).toBe(200);
    later = 0;
  });

  it('is signed with the same key by every process', async () => {
    const postId = await postOf(alice, 'private');
    const address = (await addressFor(alice, postId)) as string;
    const { db } = server.deps.domain;
    // The key is cached per database object, so a copy of this object has to read the key again.
    const elsewhere = await buildApp({ ...server.deps, domain: { ...server.deps.domain, db: { ...db } } });
    expect((await ask(address, elsewhere)).status).toBe(200);
    expect(await sql('select name from server_secrets')).toEqual([{ name: 'pictures' }]);
  });
});

describe('a picture whose audience was narrowed', () => {
  it('is no longer served at its earlier addresses', async () => {
    const postId = await postOf(alice, 'public');
    const plain = (await addressFor(stranger, postId)) as string;
    await change(postId, 'friends');
    // A process may cache for half a minute that a picture is public, but `work` moves the files to a new key before that.
    expect((await ask(plain, await another())).status).toBe(404);
    await processPictures();
    expect(await statusOf(plain)).toBe(404);
    const signed = (await addressFor(friend, postId)) as string;
    expect(await statusOf(signed)).toBe(200);
    await change(postId, 'private');
    await processPictures();
    expect(await statusOf(signed)).toBe(404);
    expect(await addressFor(friend, postId)).toBeNull();
    const ownPicture = (await addressFor(alice, postId)) as string;
    expect((await ask(ownPicture)).body).toBe('640');
    const folders = new Set<string>();
    for await (const { key } of server.deps.domain.storage.list('media/')) folders.add(key.split('/')[1] as string);
    expect(folders.has(plainOf(ownPicture).split('/')[2] as string)).toBe(true);
    for (const old of [plain, signed]) expect(folders.has(plainOf(old).split('/')[2] as string)).toBe(false);
    await change(postId, 'public');
    await processPictures();
    expect(await statusOf((await addressFor(stranger, postId)) as string)).toBe(200);
  });

  it('keeps its address when only its caption changes', async () => {
    const postId = await postOf(alice, 'friends');
    const address = await addressFor(friend, postId);
    await change(postId, 'friends');
    await processPictures();
    expect(await addressFor(friend, postId)).toBe(address);
  });

  it('gets its new key in a case of the moderators too, who still see what was reported', async () => {
    const moderator = await signUpAndIn(server.app, 'moderator');
    await appointModerator(server.deps.domain, { userName: moderator.userName, moderates: true });
    const postId = await postOf(alice, 'public');
    await friend.post('/reports', { kind: 'post', id: postId, reason: 'nudity' });
    await change(postId, 'friends');
    await processPictures();
    const { items } = (await moderator.query('moderation.cases')).body.result.data;
    const { imageUrl } = items.find(({ subjectId }: { subjectId: number }) => subjectId === postId);
    expect(await statusOf(imageUrl)).toBe(200);
  });

  it('is no longer served at its earlier addresses once moderators hide its post, except to its author and to them', async () => {
    const moderator = await signUpAndIn(server.app, 'hiding');
    await appointModerator(server.deps.domain, { userName: moderator.userName, moderates: true });
    const postId = await postOf(alice, 'friends');
    const address = (await addressFor(friend, postId)) as string;
    await friend.post('/reports', { kind: 'post', id: postId, reason: 'nudity' });
    const { items } = (await moderator.query('moderation.cases')).body.result.data;
    const { caseId } = items.find(({ subjectId }: { subjectId: number }) => subjectId === postId);
    await moderator.mutate('moderation.decide', { caseId, outcome: 'hidden', note: '' });
    await processPictures();
    expect([await statusOf(address), await addressFor(friend, postId)]).toEqual([404, null]);
    const [entry] = (await moderator.query('moderation.log')).body.result.data.items;
    for (const current of [entry.imageUrl, await addressFor(alice, postId)]) expect(await statusOf(current)).toBe(200);
  });

  it('gets its new key once, also when the job runs twice or was interrupted', async () => {
    const postId = await postOf(alice, 'friends');
    const before = (await addressFor(friend, postId)) as string;
    await change(postId, 'private');
    const [job] = queued.splice(0).filter(({ name }) => name === 'images.rename');
    const payload = job?.payload as { imageId: number; from: string; to: string };
    const { domain } = server.deps;
    await domain.storage.put(`media/${payload.to}/320.webp`, Buffer.from('cut o'), 'image/webp');
    await Promise.all([renameImage(domain, payload), renameImage(domain, payload)]);
    await renameImage(domain, payload);
    const { image } = (await alice.query('posts.byId', { postId })).body.result.data;
    expect(image.url.endsWith(payload.to)).toBe(true);
    expect((await ask(`${image.url}/320.webp${image.query}`)).body).toBe('320');
    expect(await statusOf(before)).toBe(404);
    await alice.mutate('posts.delete', { postId });
    await processPictures();
    await renameImage(domain, { ...payload, from: payload.to, to: 'Z'.repeat(24) });
    expect(await Array.fromAsync(domain.storage.list(`media/${payload.to}`))).toEqual([]);
  });

  it('on a profile that becomes private is served to its followers only', async () => {
    const author = await signUpAndIn(server.app, 'withdrawing');
    await befriend(author, friend);
    const postId = await postOf(author, 'public');
    const plain = (await addressFor(friend, postId)) as string;
    expect(await statusOf(plain)).toBe(200);
    await author.mutate('users.update', { userId: author.userId, visibility: 'private' });
    const fresh = await another();
    expect((await ask(plain, fresh)).status).toBe(404);
    const signed = (await addressFor(friend, postId)) as string;
    expect([signed === plain, await statusOf(signed)]).toEqual([false, 200]);
    expect(await addressFor(stranger, postId)).toBeNull();
    await author.mutate('users.update', { userId: author.userId, visibility: 'public' });
    expect((await ask(plain, fresh)).status).toBe(200);
  });
});

describe('a deleted picture', () => {
  it.each(['public', 'friends'] as const)('of a deleted post for %s is not served at any address', async (audience) => {
    const postId = await postOf(alice, audience);
    const address = (await addressFor(friend, postId)) as string;
    expect(await statusOf(address)).toBe(200);
    await alice.mutate('posts.delete', { postId });
    await processPictures();
    expect(await statusOf(address)).toBe(404);
    expect((await ask(plainOf(address), await another())).status).toBe(404);
  });

  it('is deleted with its author; a profile picture is public until then', async () => {
    const author = await signUpAndIn(server.app, 'leaving');
    await author.mutate('users.update', { userId: author.userId, visibility: 'private' });
    await befriend(author, friend);
    await author.mutate('follows.accept', { userId: friend.userId });
    const address = (await addressFor(friend, await postOf(author, 'friends'))) as string;
    const key = 'ProfileOfLeavingAuthor00';
    await sql(
      `with made as (insert into images (owner_id, kind, key, status, width, height, widths)
         values ($1, 'profile', $2, 'ready', 9, 9, '{256}') returning owner_id)
       update users set picture_key = $2 from made where id = owner_id`,
      [author.userId, key],
    );
    await server.deps.domain.storage.put(`media/${key}/256.webp`, Buffer.from('256'), 'image/webp');
    const profile = (await stranger.query('users.byId', { userId: author.userId })).body.result.data.profilePicture;
    expect([profile, await statusOf(profile), await statusOf(address)]).toEqual([`/media/${key}/256.webp`, 200, 200]);
    await author.delete(`/users/${author.userId}`);
    expect((await ask(profile, await another())).status).toBe(404);
    await processPictures();
    expect([await statusOf(profile), await statusOf(address)]).toEqual([404, 404]);
  });

  it('by a disabled author is shown to nobody', async () => {
    const author = await signUpAndIn(server.app, 'disabled');
    const postId = await postOf(author, 'public');
    const address = (await addressFor(friend, postId)) as string;
    await disableUser(server.deps.domain, { userName: 'disabled' });
    expect((await ask(address, await another())).status).toBe(404);
    expect(await addressFor(friend, postId)).toBeNull();
  });
});

it('a blocked member gets no new address, and an earlier one works until its day ends', async () => {
  const blocked = await signUpAndIn(server.app, 'blocked');
  await befriend(alice, blocked);
  const postId = await postOf(alice, 'friends');
  const address = (await addressFor(blocked, postId)) as string;
  await alice.mutate('users.block', { userId: blocked.userId });
  expect(await addressFor(blocked, postId)).toBeNull();
  expect(await statusOf(address)).toBe(200);
  later = 2 * day;
  expect(await statusOf(address)).toBe(404);
  later = 0;
});

it('a store that browsers can reach serves pictures itself, by addresses valid for a minute', async () => {
  const s3 = await startFakeS3();
  const elsewhere = await startTestApp({
    S3_ENDPOINT: s3.url,
    S3_PUBLIC_ENDPOINT: s3.url,
    S3_BUCKET: 'kith',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const author = await signUpAndIn(elsewhere.app, 'author');
  const made = await Promise.all(
    (['friends', 'public'] as const).map((audience) => postOf(author, audience, elsewhere)),
  );
  const [ownPicture = '', everybodys = ''] = await Promise.all(made.map((postId) => addressFor(author, postId)));
  const { status, headers } = await ask(String(ownPicture), elsewhere.app);
  expect([status, headers['cache-control']]).toEqual([302, 'private, no-store']);
  const there = new URL(String(headers.location));
  expect([there.origin, there.searchParams.get('X-Amz-Expires')]).toEqual([s3.url, '60']);
  expect(there.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  expect(await (await fetch(there)).text()).toBe('640');
  expect((await ask(`${plainOf(String(ownPicture))}?s=20000.${'A'.repeat(22)}`, elsewhere.app)).status).toBe(404);
  expect((await ask(String(everybodys), elsewhere.app)).body).toBe('640');
  const { headers: page } = await author.get('/healthz');
  for (const source of ["img-src 'self' data: blob:", "connect-src 'self'"])
    expect(page['content-security-policy']).toContain(`${source} ${s3.url};`);
  await elsewhere.close();
  await s3.stop();
});
