import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostQueries } from '@kith/db';
import { forgetServerSettings, sendPasswordReset } from '@kith/domain';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { publish } from '../testing/actions.ts';
import { mails } from '../testing/mails.ts';
import { castForFile } from '../testing/serverForFile.ts';

const { server, sql, alice, stranger } = await castForFile({ PUBLIC_PAGES: 'on', PUBLIC_URL: 'https://kith.test' });

/** Has the server send a mail to a member, and returns it as a mail program reads it. */
async function mailTo(email: string): Promise<Email> {
  await sendPasswordReset(server.deps.domain, { email });
  const file = (await mails(server)).at(-1) as string;
  return PostalMime.parse(await readFile(join(server.deps.settings.dataDir, 'outbox', file)));
}

test('mails and public pages carry the name that a host has given the server, escaped', async () => {
  const name = 'Łódź & <friends>';
  expect((await alice.patch('/host/server', { name })).status).toBe(200);
  const id = await publish(alice, 'Tea at four');
  const page = await stranger.call('GET', `/post/${id}`, undefined, { headers: { accept: 'text/html' } });
  expect(page.body).toContain('<bdi>Łódź &amp; &lt;friends&gt;</bdi></a>');
  expect(page.body).toContain('<meta property="og:site_name" content="Łódź &amp; &lt;friends&gt;">');
  const mail = await mailTo((await alice.get('/auth/session')).body.data.user.email);
  expect(mail.text).toContain(`\n${name}`);
  expect(mail.html).toContain('<p>Łódź &amp; &lt;friends&gt;</p>');
  expect(mail.attachments).toEqual([]);
  expect((await stranger.get('/server')).body.data).toMatchObject({ name, pictureUrl: null });
});

test('the picture of the server belongs to no member, everybody can load it, and mails contain it', async () => {
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

  const { html, attachments } = await mailTo((await alice.get('/auth/session')).body.data.user.email);
  expect(html).toContain('src="cid:server"');
  expect(attachments).toMatchObject([{ contentId: '<server>', mimeType: 'image/webp', disposition: 'inline' }]);
  expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString()).toBe('a picture');
});
