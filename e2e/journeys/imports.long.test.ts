// Rare: an import. What arrives of an archive, imports.test.ts and importUploads.test.ts of the API assert.
import { randomBytes } from 'node:crypto';
import { craftZip } from '@kith/domain/testing/zip';
import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';

const actor = 'https://social.example/users/ann';
const note = (id: number, content: string, more: object = {}) => ({
  type: 'Create',
  actor,
  object: {
    id: `${actor}/statuses/${id}`,
    type: 'Note',
    published: `2016-03-0${id}T09:00:00Z`,
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    content,
    ...more,
  },
});

/** Creates an archive of Mastodon that is large enough to be uploaded in two chunks. */
async function archive(): Promise<Buffer> {
  const photo = await testPhoto();
  const attachment = [{ url: '/media_attachments/files/1/lake.jpg', name: 'A lake at dusk' }];
  const items = [
    note(1, '<p>Seven years ago</p>', { attachment }),
    note(2, '<p>And a day</p>'),
    note(3, '<p>Thank you!</p>', { inReplyTo: 'https://other.example/users/bo/statuses/1' }),
    { type: 'Announce', actor, published: '2016-03-04T09:00:00Z', object: 'https://other.example/users/bo/statuses/2' },
  ];
  return craftZip([
    { name: 'outbox.json', data: JSON.stringify({ orderedItems: items }) },
    { name: 'media_attachments/files/1/lake.jpg', data: photo, stored: true },
    { name: 'media_attachments/files/2/more.jpg', data: randomBytes(4.5 * 2 ** 20), stored: true },
  ]);
}

journey('an archive is imported over an interrupted connection', async ({ visit }) => {
  const [ola] = await createMembers(inject('origin'), 'ola');
  const page = await visit('/settings/import', {
    as: ola,
    allow: /net::ERR_FAILED|status of 415/,
  });
  const popup = page.getByRole('dialog', { name: 'Import', exact: true });
  const choose = popup.locator('input[type=file]');
  await popup.getByRole('button', { name: 'Choose an archive (ZIP)' }).first().waitFor();

  await choose.setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') });
  await popup.getByText('This file is not a ZIP archive. Choose the archive as you downloaded it.').waitFor();

  // Simulates a connection that is lost after the first chunk of the upload.
  let pieces = 0;
  await page.route('**/imports/*', (route) => {
    const isPiece = route.request().method() === 'PATCH';
    if (isPiece) pieces += 1;
    return isPiece && pieces > 1 ? route.abort() : route.continue();
  });
  const file = { name: 'archive.zip', mimeType: 'application/zip', buffer: await archive() };
  await choose.setInputFiles(file);
  await popup.getByText('No connection. The upload goes on by itself', { exact: false }).waitFor();
  await page.reload();
  await popup.getByText('The upload was interrupted at', { exact: false }).waitFor();
  expect(Number(await popup.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThan(0);

  // Choosing the same file resumes the interrupted upload.
  pieces = 1;
  await popup.getByRole('button', { name: 'Choose the same file to go on' }).first().waitFor();
  await choose.setInputFiles(file);
  await popup.getByText('No connection. The upload goes on by itself', { exact: false }).waitFor();
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
  });
  await page.unroute('**/imports/*');
  await popup.getByText('2 posts are here.').waitFor({ timeout: 60_000 });
  expect(sent[0]).toBeGreaterThan(0);
  await popup.getByText('2 things were left out or changed').waitFor();
  await popup.getByText('Replies to others are not imported.').click();
  await popup.getByText('2016-03-03 Thank you!').waitFor();

  await page.goto('/account');
  await page.getByRole('button', { name: 'Seven years ago' }).click();
  const picture = page.getByRole('img', { name: 'A lake at dusk' }).first();
  await expect.poll(async () => (await imageState(picture)).width).toBeGreaterThan(0);
  await page.getByText('See the post').click();
  await page.locator('time[datetime="2016-03-01T09:00:00.000Z"]').first().waitFor();
});
