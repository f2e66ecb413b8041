import { randomUUID } from 'node:crypto';
import { probe } from '@kith/db/testing';
import { finishImage, pictureHandlers, relayPendingJobs, removeImages, showPost } from '@kith/domain';
import { describe, expect, it } from 'vitest';
import { follow, like, statusOf } from '../testing/actions.ts';
import { EventRecorder } from '../testing/eventRecorder.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';
import { made, processUploads, upload } from '../testing/uploads.ts';

const { server, alice, bob } = await castForFile({ RATE_LIMIT: 'off' });
const worker = processUploads(server);

const run = (text: string, values: unknown[] = []) => probe(server.deps.domain.db, text, values);
const add = (who: Person, postId: number, fields: Record<string, string> = {}, after: Record<string, string> = {}) =>
  upload(who, `/posts/${postId}/images`, { fields, after });
const publish = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption: 'hello', ...more })).body.data.postId;

interface Shown {
  imageId: number;
  alt: string | null;
  imageUrl: string | null;
}
const picturesOf = async (who: Person, postId: number): Promise<Shown[]> =>
  (await who.get(`/posts/${postId}`)).body.data.images;
const altsOf = async (postId: number) => (await picturesOf(alice, postId)).map(({ alt }) => alt);

/** A post by alice with pictures that have these descriptions. */
async function postWith(...alts: string[]): Promise<{ postId: number; ids: number[] }> {
  const postId = await publish(alice);
  const ids: number[] = [];
  for (const alt of alts) ids.push((await add(alice, postId, { alt })).body.data.imageId);
  return { postId, ids };
}
const move = (postId: number, imageId: number | undefined, position: number, who = alice) =>
  who.patch(`/posts/${postId}/images/${imageId}`, { position });
const remove = (postId: number, imageId: number | undefined, who = alice) =>
  who.call('DELETE', `/posts/${postId}/images/${imageId}`);

describe('the pictures of a post', () => {
  it('are added one by one, with their descriptions, up to ten', async () => {
    const postId = await publish(alice);
    const first = await add(alice, postId, { alt: '  the lake  ' });
    expect([first.status, first.body.data.imageStatus, first.body.data.images.length]).toEqual([201, 'ready', 1]);
    await add(alice, postId, {}, { alt: 'told after the file' });
    for (let n = 2; n < 10; n += 1) await add(alice, postId, { alt: `number ${n}` });
    expect(statusOf(await add(alice, postId))).toEqual([409, 'too-many-pictures']);
    const { body } = await bob.get(`/posts/${postId}`);
    expect(body.data.images).toHaveLength(10);
    expect(body.data.images.slice(0, 3).map(({ alt }: Shown) => alt)).toEqual([
      'the lake',
      'told after the file',
      'number 2',
    ]);
    expect(body.data.images[9]).toMatchObject({ width: 900, height: 600, status: 'ready', alt: 'number 9' });
    expect(body.data.imageUrl).toBe(body.data.images[0].imageUrl);
    expect(body.data.image).toMatchObject({ status: 'ready', url: body.data.images[0].url });
    const lists = ['/posts', `/users/${alice.userId}/posts`, '/search?kind=posts&query=lake'];
    for (const list of lists) {
      const { data } = (await bob.get(list)).body;
      expect([list, data.find((post: { postId: number }) => post.postId === postId)?.images.length]).toEqual([
        list,
        10,
      ]);
    }
    const { rows } = await run('select count(*)::int as n from images where post_id = $1', [postId]);
    expect(rows[0].n).toBe(10);
  });

  it('are added once per client id, and in order when they arrive concurrently', async () => {
    const postId = await publish(alice);
    const clientId = randomUUID();
    const [one, same] = [await add(alice, postId, { clientId }), await add(alice, postId, { clientId })];
    expect(same.body.data.imageId).toBe(one.body.data.imageId);
    expect(statusOf(await add(alice, postId, { clientId: 'mine' }))).toEqual([400, 'invalid-input']);
    await Promise.all([add(alice, postId), add(alice, postId)]);
    const { rows } = await run('select position from images where post_id = $1 order by position', [postId]);
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('can be ordered, described and removed, and the first represents the post', async () => {
    const { postId, ids } = await postWith('a', 'b', 'c', 'd');
    expect((await move(postId, ids[3], 0)).body.data.images.map(({ alt }: Shown) => alt)).toEqual(['d', 'a', 'b', 'c']);
    await move(postId, ids[3], 9);
    expect(await altsOf(postId)).toEqual(['a', 'b', 'c', 'd']);
    await move(postId, ids[0], 2);
    expect(await altsOf(postId)).toEqual(['b', 'c', 'a', 'd']);
    await alice.patch(`/posts/${postId}/images/${ids[1]}`, { alt: 'a heron', position: 1 });
    expect(await altsOf(postId)).toEqual(['c', 'a heron', 'a', 'd']);
    const found = await bob.get('/search?kind=posts&query=heron');
    expect(found.body.data.map((post: { postId: number }) => post.postId)).toEqual([postId]);
    expect((await remove(postId, ids[2])).status).toBe(204);
    const { data } = (await bob.get(`/posts/${postId}`)).body;
    expect([data.images[0].imageId, data.imageUrl]).toEqual([ids[1], data.images[0].imageUrl]);
    await alice.patch(`/posts/${postId}/images/${ids[1]}`, { alt: null });
    expect(await altsOf(postId)).toEqual([null, 'a', 'd']);
    expect((await bob.get('/search?kind=posts&query=heron')).body.data).toEqual([]);
    for (const id of [ids[0], ids[1], ids[3]]) await remove(postId, id);
    expect((await bob.get(`/posts/${postId}`)).body.data).toMatchObject({ images: [], image: null, imageUrl: null });
    await add(alice, postId);
    expect(await altsOf(postId)).toEqual([null]);
  });

  it('are no longer served once removed', async () => {
    const { postId, ids } = await postWith('a', 'b');
    const [, second] = await picturesOf(bob, postId);
    const key = String(second?.imageUrl).split('/').at(-2) ?? '';
    await server.deps.domain.storage.put(`media/${key}/640.webp`, Buffer.from('webp'), 'image/webp');
    const url = `/media/${key}/640.webp`;
    expect((await bob.get(url)).status).toBe(200);
    await remove(postId, ids[1]);
    for (const job of worker.queued)
      if (job.name === 'images.remove') await removeImages(server.deps.domain, job.payload.keys);
    expect((await bob.get(url)).status).toBe(404);
  });

  it('that are a post’s only one have no position, and become the first when others are added', async () => {
    const postId = await publish(alice);
    await run(
      `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths)
         values ($1, 'post', $2, $3, 'ready', 9, 9, '{320}') returning id)
       update posts set image_id = made.id from made where posts.id = $2`,
      [alice.userId, postId, `Legacy${postId}`.padEnd(24, 'x')],
    );
    const [old] = await picturesOf(bob, postId);
    expect(old).toMatchObject({ alt: null, imageUrl: expect.stringContaining('Legacy') });
    await add(alice, postId, { alt: 'next' });
    expect(await altsOf(postId)).toEqual([null, 'next']);
    await move(postId, old?.imageId, 1);
    expect(await altsOf(postId)).toEqual(['next', null]);
  });

  it('uploaded at the old path replace the first, and leave the others', async () => {
    const { postId, ids } = await postWith('a', 'b', 'c');
    const answer = await upload(alice, `/posts/${postId}/image`);
    expect(answer.status).toBe(200);
    const pictures = await picturesOf(bob, postId);
    expect(pictures.map(({ alt }) => alt)).toEqual([null, 'b', 'c']);
    expect(pictures[0]?.imageId).not.toBe(ids[0]);
  });

  it('that cannot be decoded leave the others as they were', async () => {
    const { postId } = await postWith('a', 'b');
    worker.does = 'fail';
    const answer = await add(alice, postId, { alt: 'broken' });
    worker.does = 'make';
    expect(statusOf(answer)).toEqual([415, 'image-unreadable']);
    await add(alice, postId, { alt: 'c' });
    expect(await altsOf(postId)).toEqual(['a', 'b', 'c']);
  });

  it('are refused as documented', async () => {
    const { postId, ids } = await postWith('a', 'b');
    const other = await postWith('x');
    const path = `/posts/${postId}/images/${ids[0]}`;
    expect(statusOf(await alice.patch(path, { alt: 'x'.repeat(1_501) }))).toEqual([400, 'alt-too-long']);
    expect(statusOf(await add(alice, postId, { alt: 'x'.repeat(1_501) }))).toEqual([400, 'alt-too-long']);
    expect((await alice.patch(path, { alt: 'x'.repeat(1_500) })).status).toBe(200);
    for (const position of [-1, 200, 1.5, '1'])
      expect(statusOf(await alice.patch(path, { position }))).toEqual([400, 'invalid-input']);
    for (const imageId of [other.ids[0], 999_999]) {
      expect(statusOf(await move(postId, imageId, 0))).toEqual([404, 'not-found']);
      expect(statusOf(await alice.patch(`/posts/${postId}/images/${imageId}`, { alt: 'x' }))).toEqual([
        404,
        'not-found',
      ]);
      expect(statusOf(await remove(postId, imageId))).toEqual([404, 'not-found']);
    }
    expect(statusOf(await move(postId, ids[0], 1, bob))).toEqual([403, 'forbidden']);
    expect(statusOf(await remove(postId, ids[0], bob))).toEqual([403, 'forbidden']);
    expect(statusOf(await add(bob, postId))).toEqual([403, 'forbidden']);
    expect(await altsOf(postId)).toEqual(['x'.repeat(1_500), 'b']);
  });

  it('are all part of a report', async () => {
    const { postId } = await postWith('a', 'b', 'c');
    await bob.post('/reports', { kind: 'post', id: postId, reason: 'other' });
    await run('update users set moderator = true where id = $1', [bob.userId]);
    const { data } = (await bob.get('/moderation/reports')).body;
    expect(data[0]).toMatchObject({ imageUrl: expect.any(String), moreImages: [{ alt: 'b' }, { alt: 'c' }] });
    await run('update users set moderator = false, host = false where id = $1', [bob.userId]);
  });

  it('keep their order when a removed one is moved', async () => {
    const { postId, ids } = await postWith('a', 'b', 'c', 'd');
    await remove(postId, ids[1]);
    expect((await move(postId, ids[1], 0)).status).toBe(404);
    const { rows } = await run('select position from images where post_id = $1 order by position', [postId]);
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('that two tabs change concurrently are each listed once, and none is half processed', async () => {
    const { postId, ids } = await postWith('a', 'b', 'c', 'd', 'e');
    const answers = await Promise.all([
      ...ids.map((id) => move(postId, id, 0)),
      remove(postId, ids[2]),
      remove(postId, ids[2]),
      ...ids.map((id) => move(postId, id, 1)),
      remove(postId, ids[0]),
    ]);
    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([]);
    const { rows } = await run(
      `select i.id, i.position, p.image_id, p.more_pictures from images i join posts p on p.id = i.post_id
       where i.post_id = $1 order by position`,
      [postId],
    );
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect([rows[0].image_id, rows[0].more_pictures]).toEqual([rows[0].id, 2]);
  });
});

describe('a post that waits for its pictures', () => {
  const sees = async (who: Person, postId: number) => (await who.get(`/posts/${postId}`)).status === 200;
  const listed = async (who: Person, postId: number) =>
    (await who.get(`/users/${alice.userId}/posts`)).body.data.some(
      (post: { postId: number }) => post.postId === postId,
    );

  it('is visible to its author only until all are processed; its mentions and feed entries follow', async () => {
    await follow(bob, alice);
    const received = await new EventRecorder(server).listen([alice, bob], { postIds: [], ranking: false });
    const postId = await publish(alice, { caption: 'three of them @bob', pictures: 3 });
    const inFeed = async () => (await bob.query('feed.home', {})).body.result.data.items[0]?.postId === postId;
    const mentioned = async () =>
      (await run(`select from notification_events where kind = 'mention' and post_id = $1`, [postId])).rowCount;
    for (let n = 0; n < 3; n += 1) {
      expect([await sees(alice, postId), await sees(bob, postId), await listed(bob, postId)]).toEqual([
        true,
        false,
        false,
      ]);
      expect([await mentioned(), await inFeed()]).toEqual([0, false]);
      expect((await like(bob, postId)).status).toBe(404);
      expect(await listed(alice, postId)).toBe(true);
      await add(alice, postId, { alt: `${n}` });
    }
    await expect.poll(() => sees(bob, postId)).toBe(true);
    await expect.poll(mentioned).toBe(1);
    await received.untilReceived(bob, 1, (item) => item.name === 'post.created' && item.postId === postId);
    received.close();
    await relayPendingJobs(server.deps.domain);
    expect(
      worker.queued.filter(
        ({ name, payload }) => name === 'feed.fanOut' && 'postId' in payload && payload.postId === postId,
      ),
    ).toHaveLength(1);
    await showPost(server.deps.domain, { postId });
    expect(await mentioned()).toBe(1);
  });

  it('is published after a minute with the pictures it has; the others follow', async () => {
    const postId = await publish(alice, { pictures: 3 });
    await add(alice, postId, { alt: 'a' });
    worker.does = 'wait';
    const late = add(alice, postId, { alt: 'late' });
    await expect.poll(async () => (await picturesOf(alice, postId)).length).toBe(2);
    await showPost(server.deps.domain, { postId });
    expect(await sees(bob, postId)).toBe(false);
    const { rows } = await run(
      `select due_at - now() as ahead from pending_jobs where name = 'posts.show' and (payload->>'postId')::int = $1`,
      [postId],
    );
    expect(rows[0].ahead).toMatchObject({ seconds: expect.toSatisfy((seconds: number) => seconds > 40) });
    await run(`update posts set shown_from = now() - interval '1 second' where id = $1`, [postId]);
    // Bob sees the post although the job that publishes it has not run yet.
    expect((await picturesOf(bob, postId)).map(({ alt }) => alt)).toEqual(['a']);
    await showPost(server.deps.domain, { postId });
    expect(await listed(bob, postId)).toBe(true);
    const [, waiting] = await picturesOf(alice, postId);
    await finishImage(server.deps.domain, pictureHandlers, waiting?.imageId ?? 0, made);
    worker.does = 'make';
    expect((await late).status).toBe(201);
    expect((await picturesOf(bob, postId)).map(({ alt }) => alt)).toEqual(['a', 'late']);
  });

  it('is shown to others without a first picture that is not processed yet', async () => {
    const postId = await publish(alice, { pictures: 2 });
    worker.does = 'wait';
    worker.queued = [];
    const first = add(alice, postId, { alt: 'first' });
    await expect.poll(() => worker.queued.filter(({ name }) => name === 'images.process').length).toBe(1);
    worker.does = 'make';
    await add(alice, postId, { alt: 'second' });
    await run(`update posts set shown_from = now() where id = $1`, [postId]);
    const { data } = (await bob.get(`/posts/${postId}`)).body;
    expect([data.images.map(({ alt }: Shown) => alt), data.imageUrl]).toEqual([['second'], data.images[0].imageUrl]);
    const [waiting] = await picturesOf(alice, postId);
    expect(waiting).toMatchObject({ alt: 'first', imageUrl: null });
    await finishImage(server.deps.domain, pictureHandlers, waiting?.imageId ?? 0, made);
    await first;
    expect((await picturesOf(bob, postId)).map(({ alt }) => alt)).toEqual(['first', 'second']);
  });

  it('can be narrowed and deleted meanwhile', async () => {
    const postId = await publish(alice, { pictures: 2 });
    await add(alice, postId);
    expect((await alice.patch(`/posts/${postId}`, { caption: 'hello', audience: 'private' })).status).toBe(200);
    await add(alice, postId);
    expect([await sees(alice, postId), await sees(bob, postId)]).toEqual([true, false]);
    const gone = await publish(alice, { pictures: 2 });
    await add(alice, gone);
    expect((await alice.call('DELETE', `/posts/${gone}`)).status).toBe(204);
    await showPost(server.deps.domain, { postId: gone });
    expect((await run('select from images where post_id = $1', [gone])).rowCount).toBe(0);
    expect(statusOf(await alice.post('/posts', { userId: alice.userId, caption: 'x', pictures: 11 }))).toEqual([
      409,
      'too-many-pictures',
    ]);
  });
});
