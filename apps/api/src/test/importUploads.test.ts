import { Readable } from 'node:stream';
import { probe } from '@kith/db/testing';
import { disableUser, removeArchive, runImport, sweepImports } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { craftZip } from '@kith/domain/testing/zip';
import { beforeEach, describe, expect, it } from 'vitest';
import { statusOf } from '../testing/actions.ts';
import { importArchive, pretendProcessed, runImportJobs, uploadArchive } from '../testing/imports.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, signUpAndIn, signUpAnew, startTestApp } from '../testing/testApp.ts';

/** These tests cover uploads of archives: at once, in chunks, incompletely, and while the member's account changes. */
const { server, sql } = await serverForFile();
let alice: Person;
let bob: Person;

beforeEach(async () => {
  [alice, bob] = await signUpAnew(server, 'alice', 'bob');
});

const open = (who: Person, size: number, query = '') =>
  who.call('POST', `/imports${query}`, undefined, { headers: { 'upload-length': String(size) } });
const send = (who: Person, importId: number, offset: number | string, bytes: Buffer | Readable) =>
  who.call('PATCH', `/imports/${importId}`, bytes, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  });
const offsetOf = async (who: Person, importId: number) =>
  Number((await who.call('HEAD', `/imports/${importId}`)).headers['upload-offset']);
const filesLeft = async () => (await Array.fromAsync(server.deps.domain.storage.list('imports/'))).length;

const posts = Array.from({ length: 3 }, (_, i) => ({
  postId: i + 1,
  createdAt: `2015-01-0${i + 1}T00:00:00.000Z`,
  caption: `post ${i + 1}`,
  audience: 'public',
  comments: 'everyone',
  pictures: [{ file: `pictures/${i}.png`, alt: null }],
}));
/** An export of a Kith server at `url`, with three posts. */
const archiveOf = (url = 'https://there.example') =>
  craftZip([
    { name: 'kith.json', data: JSON.stringify({ format: 1, server: url }) },
    { name: 'posts.json', data: JSON.stringify(posts) },
    ...posts.map((_, i) => ({ name: `pictures/${i}.png`, data: craftPng(i + 5, 9) })),
  ]);

describe('a resumable upload', () => {
  it('resumes after any lost chunk, and is imported like an archive sent in one request', async () => {
    const archive = archiveOf();
    const opened = await open(alice, archive.length);
    const { importId } = opened.body.data;
    expect([opened.status, opened.headers.location]).toEqual([201, `/imports/${importId}`]);
    expect((await alice.get(`/imports/${importId}`)).body.data).toMatchObject({ state: 'uploading', received: 0 });
    const first = await send(alice, importId, 0, archive.subarray(0, 100));
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '100']);
    // Acts as a client that did not receive the response: sends the chunk again, and then requests the offset.
    expect(statusOf(await send(alice, importId, 0, archive.subarray(0, 100)))).toEqual([409, 'upload-offset']);
    expect(await offsetOf(alice, importId)).toBe(100);
    async function* breaking() {
      yield archive.subarray(100, 200);
      throw new Error('the connection is gone');
    }
    await send(alice, importId, 100, Readable.from(breaking())).catch(() => {});
    await expect.poll(() => offsetOf(alice, importId)).toBe(200);
    const rest = archive.subarray(200);
    const again = () => send(alice, importId, 0, archive.subarray(0, 100));
    // The interrupted upload occupies one of the member's two slots a little longer, so these two requests are retried.
    await expect
      .poll(async () => (await Promise.all([again(), again()])).map(({ status }) => status))
      .toEqual([409, 409]);
    const both = await Promise.all([send(alice, importId, 200, rest), send(alice, importId, 200, rest)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await send(alice, importId, archive.length, Buffer.alloc(0))).status).toBe(204);
    expect((await alice.get(`/imports/${importId}`)).body.data).toMatchObject({ state: 'waiting' });
    await runImportJobs(server, importId);
    expect((await alice.get('/imports')).body.data).toMatchObject({ importId, state: 'done', done: 3, skipped: [] });
    const { body } = await alice.get(`/users/${alice.userId}/posts`);
    expect(body.data.map(({ caption }: { caption: string }) => caption)).toEqual(['post 3', 'post 2', 'post 1']);
  });

  it('is refused beyond its declared length, at a wrong offset, and if it is no ZIP', async () => {
    const { importId } = (await open(alice, 10)).body.data;
    for (const wrong of ['', '-1', '1.5', 'x', '9'.repeat(30)])
      expect(statusOf(await send(alice, importId, wrong, Buffer.from('PK')))).toEqual([400, 'upload-incomplete']);
    expect(statusOf(await send(alice, importId, 5, Buffer.from('PK')))).toEqual([409, 'upload-offset']);
    const longer = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(7)]);
    expect(statusOf(await send(alice, importId, 0, longer))).toEqual([413, 'import-too-large']);
    expect(statusOf(await send(alice, importId, 0, Buffer.from('\x1f\x8b gzip')))).toEqual([
      415,
      'archive-unsupported',
    ]);
    expect((await alice.get(`/imports/${importId}`)).status).toBe(404);
    for (const size of ['0', '-5', 'many']) expect((await open(alice, size as never)).status).toBe(400);
    expect(statusOf(await open(alice, 4 * 2 ** 30 + 1))).toEqual([413, 'import-too-large']);
    expect((await open(alice, 10, '?audience=everyone')).status).toBe(400);
    expect((await open(alice, 10, '?to=all')).status).toBe(400);
    expect((await alice.post('/imports')).status).toBe(415);
    expect((await alice.post('/imports', { size: 5 })).status).toBe(415);
  });

  it('is complete when a delayed request arrives after its bytes were resent', async () => {
    const archive = archiveOf();
    const { importId } = (await open(alice, archive.length)).body.data;
    const broken = Promise.withResolvers<void>();
    async function* stuck() {
      yield archive.subarray(0, 100);
      await broken.promise;
      throw new Error('the connection is gone');
    }
    const first = send(alice, importId, 0, Readable.from(stuck())).catch(() => {});
    await expect.poll(async () => (await send(alice, importId, 0, archive.subarray(0, 300))).status).toBe(204);
    broken.resolve();
    await first;
    // Waits until the server has noticed that the first request was cut off.
    await expect.poll(() => server.deps.uploads.size).toBe(0);
    expect(await offsetOf(alice, importId)).toBe(300);
    const { rows } = await probe(server.deps.domain.db, 'select key from imports where id = $1', [importId]);
    expect(await Array.fromAsync(server.deps.domain.storage.list(`imports/${rows[0].key}`))).toHaveLength(1);
    expect((await send(alice, importId, 300, archive.subarray(300))).status).toBe(204);
    await runImportJobs(server, importId);
    expect((await alice.get(`/imports/${importId}`)).body.data).toMatchObject({ state: 'done', done: 3, skipped: [] });
  });

  it('whose later chunk comes from another archive is refused as damaged, and nothing is imported', async () => {
    const [one, other] = [archiveOf(), archiveOf('https://x.example')];
    const { importId } = (await open(alice, one.length)).body.data;
    const half = Math.floor(one.length / 2);
    await send(alice, importId, 0, one.subarray(0, half));
    await send(alice, importId, half, other.subarray(0, one.length - half));
    await runImportJobs(server, importId);
    const { data } = (await alice.get(`/imports/${importId}`)).body;
    expect(data).toMatchObject({ state: 'failed', done: 0, skipped: [{ what: 'ZIP' }] });
    expect((await alice.get(`/users/${alice.userId}/posts`)).body.data).toEqual([]);
  });

  it.each(['deleted', 'disabled'])(
    'ends between two chunks when its member is %s, and its data are deleted',
    async (how) => {
      const archive = archiveOf();
      const before = await filesLeft();
      const { importId } = (await open(alice, archive.length)).body.data;
      await send(alice, importId, 0, archive.subarray(0, 100));
      if (how === 'deleted') await alice.delete(`/users/${alice.userId}`);
      else await disableUser(server.deps.domain, { userName: alice.userName });
      await expect
        .poll(async () => (await send(alice, importId, 100, archive.subarray(100))).status, { timeout: 5_000 })
        .toBe(401);
      expect(await sql('select from imports where id = $1', [importId])).toEqual([]);
      const jobs = await sql(`select payload from pending_jobs where name = 'imports.remove'`);
      for (const { payload } of jobs) await removeArchive(server.deps.domain, payload);
      expect(await filesLeft()).toBeLessThanOrEqual(before + 1);
    },
  );

  it('can be refused while it is still being sent, and the client receives the answer', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const authorization = `Bearer ${alice.token}`;
    const long = new Uint8Array(8 * 2 ** 20);
    const form = new FormData();
    form.set('file', new Blob([long]));
    const whole = await fetch(`${origin}/imports`, { method: 'POST', headers: { authorization }, body: form });
    expect([whole.status, ((await whole.json()) as { code: string }).code]).toEqual([415, 'archive-unsupported']);
    const { importId } = (await open(alice, 5)).body.data;
    for (const [offset, status] of [
      ['3', 409],
      ['0', 415],
    ] as const) {
      const headers = { authorization, 'content-type': 'application/offset+octet-stream', 'upload-offset': offset };
      const piece = await fetch(`${origin}/imports/${importId}`, { method: 'PATCH', headers, body: long });
      expect(piece.status).toBe(status);
    }
  });

  it('is accessible to its member only', async () => {
    const { importId } = (await open(alice, 10)).body.data;
    for (const url of [`/imports/${importId}`, '/imports/999999', '/imports/0', '/imports/x']) {
      expect((await bob.get(url)).status).toBe(url === '/imports/x' || url === '/imports/0' ? 400 : 404);
      expect((await bob.delete(url)).status).not.toBe(204);
      expect((await bob.call('HEAD', url)).status).toBe(404);
    }
    expect((await send(bob, importId, 0, Buffer.from('PK\x03\x04'))).status).toBe(404);
    expect((await bob.get('/imports')).body.data).toBeNull();
    expect((await new Person(server.app, 'x').get('/imports')).status).toBe(401);
    expect((await alice.delete(`/imports/${importId}`)).status).toBe(204);
  });

  it('is replaced by a newer one, and expires after a day', async () => {
    const { importId } = (await open(alice, 100)).body.data;
    await send(alice, importId, 0, Buffer.from('PK\x03\x04'));
    const next = (await open(alice, 100)).body.data.importId;
    expect((await alice.get(`/imports/${importId}`)).status).toBe(404);
    await sql(`update imports set changed_at = now() - interval '25 hours' where id = $1`, [next]);
    // A request without a byte does not renew it.
    expect((await send(alice, next, 0, Buffer.alloc(0))).status).toBe(204);
    await sweepImports(server.deps.domain);
    expect((await alice.get('/imports')).body.data).toBeNull();
    const jobs = await sql(`select 1 from bullmq.job where name = 'imports.remove'`).catch(() => null);
    if (jobs) expect(jobs.length).toBeGreaterThan(0);
  });
});

describe('an archive sent in one request', () => {
  it('is accepted one at a time, and refused with other fields, without a file, or beyond the free space', async () => {
    const { importId } = (await uploadArchive(alice, archiveOf())).body.data;
    expect(statusOf(await uploadArchive(alice, archiveOf()))).toEqual([409, 'import-running']);
    expect(statusOf(await open(alice, 10))).toEqual([409, 'import-running']);
    await runImportJobs(server, importId);
    const form = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nfriends\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const name of ['audience', 'file'])
      expect(statusOf(await alice.call('POST', '/imports', form(name), { headers }))).toEqual([400, 'unknown-field']);
    const cut = await alice.call('POST', '/imports', form('file').slice(0, 40), { headers });
    expect(statusOf(cut)).toEqual([400, 'upload-incomplete']);
    expect(statusOf(await uploadArchive(alice, Buffer.from('Rar!')))).toEqual([415, 'archive-unsupported']);
    expect((await alice.get('/imports')).body.data).toMatchObject({ importId });
    const { settings } = server.deps.domain;
    server.deps.domain.settings = { ...settings, importStorage: 1_000 };
    const full = await open(bob, 1_001);
    expect([...statusOf(full), full.headers['retry-after']]).toEqual([503, 'imports-full', '600']);
    // The declared size of an upload reserves nothing, but the bytes received by all uploads never exceed the limit.
    server.deps.domain.settings = { ...settings, importStorage: 4 * 2 ** 30 };
    const [carol, dan] = await signUpAnew(server, 'carol', 'dan');
    for (const who of [bob, carol]) expect((await open(who, 2 ** 31)).status).toBe(201);
    await sql(`update imports set received = 2::bigint ^ 31 - 8 where user_id = any ($1) and state = 'uploading'`, [
      [bob.userId, carol.userId],
    ]);
    expect(statusOf(await open(dan, 2 ** 29))).toEqual([503, 'imports-full']);
    await sql(`update imports set received = 8 where user_id = $1 and state = 'uploading'`, [carol.userId]);
    const opened = (await open(dan, 2 ** 29)).body.data.importId;
    await sql(`update imports set received = size where user_id = $1`, [carol.userId]);
    expect(statusOf(await send(dan, opened, 0, Buffer.from('PK\x03\x04 and more')))).toEqual([503, 'imports-full']);
    expect(await offsetOf(dan, opened)).toBe(0);
    await sql(`delete from imports where state = 'uploading'`);
    server.deps.domain.settings = { ...settings, importStorage: 0 };
    expect(statusOf(await open(bob, 5))).toEqual([403, 'imports-off']);
    server.deps.domain.settings = settings;
  });

  it('needs a confirmed e-mail address', async () => {
    const asking = await startTestApp({ CONFIRM_EMAIL: 'on' });
    expect(statusOf(await open(await signUpAndIn(asking.app, 'new'), 10))).toEqual([403, 'email-unconfirmed']);
    await asking.close();
  });
});

describe('an import', () => {
  it('resumes after its worker was killed', async () => {
    const { importId } = (await uploadArchive(alice, archiveOf())).body.data;
    const { domain } = server.deps;
    await runImport(domain, { importId, slice: 0 }, pretendProcessed(server));
    let made = 0;
    const dying = async (id: number) => {
      made += 1;
      if (made === 2) throw new Error('killed');
      await pretendProcessed(server)(id);
    };
    await expect(runImport(domain, { importId, slice: 1 }, dying)).rejects.toThrow('killed');
    // The first post is complete; the second exists, but its picture is not processed yet.
    expect((await alice.get(`/imports/${importId}`)).body.data).toMatchObject({ state: 'running', done: 1, left: 2 });
    await Promise.all([1, 1].map((slice) => runImport(domain, { importId, slice }, pretendProcessed(server))));
    await runImportJobs(server, importId);
    expect((await alice.get(`/imports/${importId}`)).body.data).toMatchObject({ state: 'done', done: 3, left: 0 });
    expect(await sql('select status from images where owner_id = $1', [alice.userId])).toEqual(
      Array(3).fill({ status: 'ready' }),
    );
    expect((await alice.get(`/users/${alice.userId}`)).body.data.postsCount).toBe(3);
  });

  it('leaves out pictures without free space, and those the worker gives up', async () => {
    const { settings } = server.deps.domain;
    server.deps.domain.settings = { ...settings, memberStorage: 1 };
    const outcome = await importArchive(server, alice, archiveOf());
    server.deps.domain.settings = settings;
    expect(outcome).toMatchObject({ done: 3 });
    expect(outcome.skipped.map(({ code }: { code: string }) => code)).toEqual(['storage-full', 'storage-full']);
    const { importId } = (await uploadArchive(bob, archiveOf())).body.data;
    await runImportJobs(
      server,
      importId,
      async (id) => void (await sql(`update images set status = 'failed' where id = $1`, [id])),
    );
    const { data } = (await bob.get(`/imports/${importId}`)).body;
    expect(data.skipped.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill('unreadable-picture'));
    expect((await bob.get(`/users/${bob.userId}/posts`)).body.data[0].images).toEqual([]);
  });

  it.each(['deleted', 'disabled'])('ends when its member is %s, and leaves nothing', async (how) => {
    const { domain } = server.deps;
    const { importId } = (await uploadArchive(alice, archiveOf())).body.data;
    await runImport(domain, { importId, slice: 0 }, pretendProcessed(server));
    const gone = async (id: number) => {
      await pretendProcessed(server)(id);
      if (how === 'deleted') await alice.delete(`/users/${alice.userId}`);
      else await disableUser(domain, { userName: alice.userName });
    };
    await runImport(domain, { importId, slice: 1 }, gone);
    expect(await sql('select 1 from imports where id = $1', [importId])).toEqual([]);
    expect(await sql('select 1 from import_items where import_id = $1', [importId])).toEqual([]);
    expect(await sql('select 1 from posts where author_id = $1', [alice.userId])).toHaveLength(1);
    const [{ keys }] = await sql(`select count(*)::int as keys from imports where user_id = $1`, [alice.userId]);
    expect(keys).toBe(0);
    // The member's cleanup job deletes the files; files that it misses are deleted by the sweep.
    await sweepImports({ ...domain, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } });
    const kept = await sql(`select 1 from imports where state in ('uploading', 'waiting', 'running')`);
    expect(await filesLeft()).toBeLessThanOrEqual(kept.length);
  });

  it('stops when its member cancels it, and keeps what it has imported', async () => {
    const { importId } = (await uploadArchive(alice, archiveOf())).body.data;
    const { domain } = server.deps;
    await runImport(domain, { importId, slice: 0 }, pretendProcessed(server));
    await runImport(domain, { importId, slice: 1 }, async (id) => {
      await pretendProcessed(server)(id);
      await alice.delete(`/imports/${importId}`);
    });
    expect((await alice.get(`/imports/${importId}`)).status).toBe(404);
    expect((await alice.get(`/users/${alice.userId}/posts`)).body.data).toHaveLength(1);
  });
});
