import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostQueries } from '@kith/db';
import { forgetServerSettings, sendPasswordReset } from '@kith/domain';
import { expect, test } from 'vitest';
import { publish } from '../testing/actions.ts';
import { mails } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';

const { server, sql, alice, stranger } = await castForFile({ PUBLIC_PAGES: 'on', PUBLIC_URL: 'https://kith.test' });

/** The newest mail, decoded. */
async function newestMail(): Promise<string> {
  const file = (await mails(server)).at(-1) as string;
  const text = await readFile(join(server.deps.settings.dataDir, 'outbox', file), 'utf8');
  const bytes = text
    .replaceAll('=\r\n', '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (codes) => decodeURIComponent(codes.replaceAll('=', '%')));
  return bytes;
}

test('mails and public pages carry the name that a host has given the server, escaped', async () => {
  const name = 'Łódź & <friends>';
  expect((await alice.patch('/host/server', { name })).status).toBe(200);
  const id = await publish(alice, 'Tea at four');
  const page = await stranger.call('GET', `/post/${id}`, undefined, { headers: { accept: 'text/html' } });
  expect(page.body).toContain('<bdi>Łódź &amp; &lt;friends&gt;</bdi></a>');
  expect(page.body).toContain('<meta property="og:site_name" content="Łódź &amp; &lt;friends&gt;">');
  const { email } = (await alice.get('/auth/session')).body.data.user;
  await sendPasswordReset(server.deps.domain, { email });
  const mail = await newestMail();
  expect(mail).toContain(`\n${name}`);
  expect(mail).toContain('<p>Łódź &amp; &lt;friends&gt;</p>');
  expect((await stranger.get('/server')).body.data).toMatchObject({ name, pictureUrl: null });
});

test('the picture of the server belongs to no member, and everybody can load it', async () => {
  const { domain } = server.deps;
  const key = 'ServerPicture'.padEnd(24, 'x');
  const [image] = await sql(
    `insert into images (owner_id, kind, key, status, width, height, widths)
     values ($1, 'server', $2, 'ready', 9, 9, '{256}') returning id`,
    [alice.userId, key],
  );
  await domain.storage.put(`media/${key}/256.webp`, Buffer.from('a picture'), 'image/webp');
  await domain.db.run(hostQueries.showPicture, [image?.id]);
  forgetServerSettings(domain);
  const { pictureUrl } = (await stranger.get('/server')).body.data;
  expect((await stranger.get(pictureUrl)).status).toBe(200);
});
