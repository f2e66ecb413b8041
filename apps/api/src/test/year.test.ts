import { createExport } from '@kith/domain';
import { expect, it } from 'vitest';
import { publish, statusOf } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { Person, signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();

/** Publishes a post as it would have been at a time, with a number of likes and perhaps a picture of a status. */
async function posted(who: Person, caption: string, at: string, { likes = 0, picture = '' } = {}): Promise<number> {
  const postId = await publish(who, caption);
  await sql('update posts set created_at = $2, likes_count = $3 where id = $1', [postId, at, likes]);
  if (picture)
    await sql(
      `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths)
         values ($1, 'post', $2::bigint, left(md5($2::bigint::text), 24), $3, 9, 9, '{320}') returning id)
       update posts set image_id = made.id from made where posts.id = $2::bigint`,
      [who.userId, postId, picture],
    );
  return postId;
}

/** Requests the page of a year, and runs the worker's job. */
async function make(who: Person, year = 2025, timeZone?: string) {
  expect((await who.post(`/years/${year}`, { ...(timeZone && { timeZone }) })).body.data.status).toBe('waiting');
  const [{ key }] = await sql('select key from exports where user_id = $1 and year = $2', [who.userId, year]);
  await createExport(server.deps.domain, { userId: who.userId, key, timeZone });
  return { key, page: (await who.get(`/years/${year}`)).body.data };
}

it('has at most twelve pictures and five texts a month, the most liked ones, in order of time', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  for (let day = 1; day <= 14; day += 1)
    await posted(ann, `picture ${day}`, `2025-03-${String(day).padStart(2, '0')}T12:00:00Z`, {
      picture: 'ready',
      likes: day === 2 ? 0 : 20 - day,
    });
  for (let day = 1; day <= 6; day += 1) await posted(ann, `words ${day}`, `2025-03-0${day}T13:00:00Z`, { likes: day });
  await posted(ann, 'in july', '2025-07-01T12:00:00Z');
  const { page } = await make(ann);
  expect(page).toMatchObject({ status: 'ready', expiresAt: expect.any(String) });
  expect(page.months.map(({ month }: { month: number }) => month)).toEqual([3, 7]);
  const captions = (list: { caption: string }[]) => list.map(({ caption }) => caption);
  const [march] = page.months;
  expect(captions(march.pictures)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((day) => `picture ${day}`));
  expect(march.pictures[0].picture).toMatchObject({ status: 'ready', widths: [320] });
  expect(captions(march.texts)).toEqual([2, 3, 4, 5, 6].map((day) => `words ${day}`));
});

it('has the words of a post whose picture failed', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  await posted(ann, 'no picture came of it', '2025-03-01T12:00:00Z', { picture: 'failed' });
  const { page } = await make(ann);
  expect(page.months).toMatchObject([{ pictures: [], texts: [{ caption: 'no picture came of it' }] }]);
});

it('begins its months in the zone of the member', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  await posted(ann, 'new year in Warsaw', '2024-12-31T23:30:00Z');
  await posted(ann, 'after the year', '2025-12-31T23:30:00Z');
  const { page } = await make(ann, 2025, 'Europe/Warsaw');
  expect(page.months).toMatchObject([{ month: 1, texts: [{ caption: 'new year in Warsaw' }] }]);
  expect(page.months).toHaveLength(1);
  const utc = (await make(ann, 2025)).page;
  expect(utc.months).toMatchObject([{ month: 12, texts: [{ caption: 'after the year' }] }]);
});

it('is the member’s own, of own posts, each as it is now', async () => {
  const [ann, bea] = await signUpAnew(server, 'ann', 'bea');
  const gone = await posted(ann, 'will be deleted', '2025-05-01T12:00:00Z');
  const edited = await posted(ann, 'before', '2025-05-02T12:00:00Z');
  await posted(bea, 'of bea', '2025-05-03T12:00:00Z');
  await make(ann);
  expect((await bea.get('/years/2025')).body.data).toEqual({ status: 'none', expiresAt: null, months: [] });
  await ann.delete(`/posts/${gone}`);
  await ann.patch(`/posts/${edited}`, { caption: 'after' });
  expect((await ann.get('/years/2025')).body.data.months).toMatchObject([{ texts: [{ caption: 'after' }] }]);
});

it('is empty for a year without posts, and refuses what is no year', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  expect((await make(ann)).page).toMatchObject({ status: 'ready', months: [] });
  for (const year of ['1900', '3000', 'x']) expect(statusOf(await ann.get(`/years/${year}`))[0]).toBe(400);
  expect(statusOf(await ann.post('/years/2025', { timeZone: 'Mars/Base' }))).toEqual([400, 'invalid-input']);
});

it('is apart from the archive of everything: no download, made anew on request, gone after three days', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  expect((await ann.post('/exports')).body.data.status).toBe('waiting');
  const { key } = await make(ann);
  expect(statusOf(await ann.get(`/exports/${key}`))).toEqual([404, 'not-found']);
  expect((await ann.get('/exports')).body.data.status).toBe('waiting');
  await posted(ann, 'one more', '2025-02-01T12:00:00Z');
  expect((await make(ann)).page.months).toHaveLength(1);
  await sql(`update exports set expires_at = now() - interval '1 second' where user_id = $1`, [ann.userId]);
  expect((await ann.get('/years/2025')).body.data.status).toBe('none');
});

it('is not read by a token that may only have it made', async () => {
  const [ann] = await signUpAnew(server, 'ann');
  await posted(ann, 'words', '2025-05-01T12:00:00Z');
  const program = async (...scopes: string[]) => {
    const { token } = (await ann.post('/tokens', { name: 'bot', scopes })).body.data;
    return Object.assign(new Person(server.app, 'bot'), { token });
  };
  const { domain } = server.deps;
  const add = domain.queue.add.bind(domain.queue);
  // The worker is so fast that the page is ready before the request is answered.
  domain.queue.add = async (jobs) => {
    for (const { name, payload } of jobs) if (name === 'exports.make') await createExport(domain, payload);
  };
  const months = async (bot: Person) => (await bot.post('/years/2025', {})).body.data.months.length;
  expect([await months(await program('read', 'write')), await months(await program('write'))]).toEqual([1, 0]);
  domain.queue.add = add;
});
